/** Progress of long work: one updating line in a terminal, plain lines elsewhere. */

import type { OnProgress } from '../../src/engine/publish/index.ts';

/** Without a terminal, one line is printed for each tenth of the work. */
const plainSteps = 10;
/** Milliseconds. A log gets no progress lines for work that ends sooner. */
const usualQuiet = 5000;

export interface Progress {
  /** Counts finished pieces; one by default. */
  advance: (count?: number) => void;
  /** Removes the progress line before other output. */
  end: () => void;
}

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * @param out the output; a pipe or a log has no `isTTY`
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

/** Prints which step of some long work has begun. */
export type SayStep = (step: string) => void;

/** Progress for work with different steps, in a terminal and in a log. */
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

/** Milliseconds between two lines of a report. */
const reportEvery = 4000;

/** Says at once what long work has begun, and every four seconds how far it is. */
export function startReport(
  first: string,
  log: (line: string) => void,
): { onProgress: OnProgress; end: () => void } {
  const start = performance.now();
  let step = first;
  log(`${first} …`);
  const timer = setInterval(() => {
    log(`${step} … ${Math.round((performance.now() - start) / 1000)} s`);
  }, reportEvery);
  return {
    onProgress: (label, done, total) => {
      step = `${label}: ${done} of ${total}`;
    },
    end: () => clearInterval(timer),
  };
}
