/** Progress of long work. */
import type { OnProgress } from '../../src/engine/publish/index.ts';

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
