/** How far long work has come: one line that is written over in a terminal, plain lines elsewhere. */

/** Of the output without a terminal: one line for each tenth of the work. */
const plainSteps = 10;

export interface Progress {
  /** One more piece is done. */
  advance(): void;
  /** The line gives way to what is printed next. */
  end(): void;
}

/** @param out where people read; a pipe or a log has no `isTTY` */
export function startProgress(
  label: string,
  total: number,
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): Progress {
  let done = 0;
  const line = () => `${label}: ${done} of ${total}`;
  return {
    advance() {
      done += 1;
      const step = (count: number) => Math.floor((count * plainSteps) / total);
      if (out.isTTY) out.write(`\r\x1b[K${line()}`);
      else if (step(done) > step(done - 1)) out.write(`${line()}\n`);
    },
    end() {
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}
