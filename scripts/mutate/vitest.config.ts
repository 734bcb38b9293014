/** The unit tests alone: what Stryker runs after each change. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: process.cwd(),
  test: {
    include: ['tests/unit/**/*.test.ts', 'tests/specification/unit/articles.test.ts'],
    globalSetup: 'tests/support/test-folder.ts',
    setupFiles: 'tests/support/short-waits.ts',
    // Stryker ends a test that hangs by the time that it took without a change.
    testTimeout: 600_000,
  },
});
