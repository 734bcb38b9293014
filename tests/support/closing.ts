import { afterAll, onTestFinished, TestRunner, type RunnerTestCase } from 'vitest';

/** Closes what a test has opened at its end, and what a file has opened while it loads after its tests. @returns it */
export function closing<Opened extends { close(): unknown }>(opened: Opened): Opened {
  const close = async () => void (await opened.close());
  const test = TestRunner.getCurrentTest<RunnerTestCase | undefined>();
  (test ? onTestFinished : afterAll)(close);
  return opened;
}
