import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { scaled } from './tests/support/scale.ts';

const hour = 3_600_000;

// A promise is never a time of this machine: a busy one is slow, and a test that hangs still ends.
const patience = {
  // As long as a busy machine needs for one publish.
  expect: { poll: { timeout: 300_000 } },
  testTimeout: scaled(600_000, hour),
  hookTimeout: 600_000,
};

/** Node loads the modules itself, which takes less time: no test of these projects mocks one. */
const byNode = { experimental: { viteModuleRunner: false } };

/** Tests of the built site, and those that publish, share one build (tests/support/site.ts). */
const withSite = { globalSetup: 'tests/support/site.ts', ...patience };

export default defineConfig({
  test: {
    globalSetup: 'tests/support/test-folder.ts',
    // Tests wait for clocks, servers and browsers, so one worker for each core would leave cores idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'tests/unit/**/*.test.ts',
            'tests/commands/*.test.ts',
            'tests/specification/unit/*.test.ts',
          ],
          setupFiles: ['tests/support/short-waits.ts', 'tests/support/site-names.ts'],
          // Modules without global state: a worker loads each once.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/{,netlify/}*.test.ts'],
          isolate: false,
          ...byNode,
          ...patience,
        },
      },
      {
        test: {
          name: 'firms',
          include: ['tests/{firms,plain-astro,sites}.test.ts'],
          ...byNode,
          ...patience,
          // Builds of whole sites, one after the other.
          testTimeout: hour,
        },
      },
      {
        test: {
          // Tests of facts that differ between firms, run by tests/firms.test.ts in a copy of the project.
          name: 'another-firm',
          include: process.env.TEST_FIRM
            ? [
                'tests/build/{documents,every-page,head,offers,structured-data,weight}.test.ts',
                'tests/browser/every-page.test.ts',
                'tests/server/publish/{collections,equality,kinds}.test.ts',
                'tests/unit/{data/facts,scripts/model}.test.ts',
                'tests/commands/doctor.test.ts',
              ]
            : [],
          isolate: false,
          ...byNode,
          ...withSite,
        },
      },
      {
        test: {
          name: 'publish',
          include: ['tests/server/publish/*.test.ts'],
          ...withSite,
        },
      },
      {
        test: {
          name: 'site',
          include: [
            'tests/{build,browser,engines}/*.test.ts',
            'tests/specification/build/*.test.ts',
          ],
          // These figures belong to another firm.
          exclude: ['tests/build/weight.test.ts'],
          provide: { everyEngine: false },
          // Files that run in one worker share its browser and the parsed pages (tests/support/built-site.ts).
          isolate: false,
          ...byNode,
          ...withSite,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          provide: { everyEngine: true },
          ...byNode,
          ...withSite,
        },
      },
    ],
  },
});
