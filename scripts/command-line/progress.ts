/** Progress of long work. */
import type { OnProgress } from '../../src/engine/publish/index.ts';

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

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
