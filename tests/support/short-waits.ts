/** Makes the pauses before another attempt twenty times shorter in unit tests, which count attempts and not seconds. */
import type Timers from 'node:timers/promises';
import { vi } from 'vitest';

vi.mock('node:timers/promises', async (importOriginal) => {
  const timers = await importOriginal<typeof Timers>();
  return {
    ...timers,
    setTimeout: (milliseconds = 0, ...others: [value?: unknown, options?: object]) =>
      timers.setTimeout(milliseconds / 20, ...others),
  };
});
