/** How far long work has come: one line that is written over in a terminal, plain lines elsewhere. */

/** Of the output without a terminal: one line for each tenth of the work. */
const plainSteps = 10;
/** Milliseconds: work that is done sooner has nothing to say in a log. */
const usualQuiet = 5000;

export interface Progress {
  /** More pieces are done: one unless told. */
  advance: (count?: number) => void;
  /** The line gives way to what is printed next. */
  end: () => void;
}

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * @param out where people read; a pipe or a log has no `isTTY`
 * @param quiet milliseconds in which a log gets no line
 */
export function startProgress(
  label: string,
  total: number,
  out: Output = process.stdout,
  quiet = usualQuiet,
): Progress {
  const start = performance.now();
  let done = 0;
  const line = () => `${label}: ${done} of ${total}`;
  return {
    advance(count = 1) {
      done += count;
      const step = (pieces: number) => Math.floor((pieces * plainSteps) / total);
      if (out.isTTY) out.write(`\r\x1b[K${line()}`);
      else if (step(done) > step(done - count) && performance.now() - start >= quiet)
        out.write(`${line()}\n`);
    },
    end() {
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}

/** Says which step of some long work has begun. */
export type SayStep = (step: string) => void;

/** The same in a terminal and in a log, for work whose steps differ. */
export function startSteps(out: Output = process.stdout): { say: SayStep; end: () => void } {
  return {
    say: (step) => {
      out.write(out.isTTY ? `\r\x1b[K… ${step}` : `… ${step}\n`);
    },
    end: () => {
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}
