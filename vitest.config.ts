import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { scaled } from './tests/support/scale.ts';

const hour = 3_600_000;

/** Tests of the built site share one build and have a server in front of it (tests/support/site.ts). */
const onTheSite = {
  globalSetup: 'tests/support/site.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Browsers and servers wait a lot: the second of two cores would be idle by default.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/specification/unit/*.test.ts'],
          testTimeout: scaled(20_000, hour),
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/*.test.ts'],
          testTimeout: scaled(30_000, hour),
        },
      },
      {
        test: {
          name: 'publish',
          include: ['tests/server/publish/*.test.ts'],
          globalSetup: 'tests/server/support/shared-renderer.ts',
          testTimeout: scaled(30_000, hour),
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts', 'tests/specification/build/*.test.ts'],
          ...onTheSite,
        },
      },
      { test: { name: 'browser', include: ['tests/browser/**/*.test.ts'], ...onTheSite } },
      { test: { name: 'engines', include: ['tests/engines/**/*.test.ts'], ...onTheSite } },
    ],
  },
});
