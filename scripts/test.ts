/**
 * `npm test`: checks format, types, unused code and style first, all at once, and stops when one of them fails; then
 * runs the tests, which are one run over one build of the site. What failed comes last, before the line
 * `N passed, N failed`, with which the exit code agrees.
 */
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import packageFile from '../package.json' with { type: 'json' };
import { parseJson } from '../src/engine/schemas.ts';

const start = performance.now();
const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
const folder = await mkdtemp(join(tmpdir(), 'site-test-'));
// Processes that load the same modules share their compiled code.
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What failed, to be said at the end. */
const complaints: string[] = [];

/** Runs one check of the linter, which passes or fails. */
const runCheck = (name: string) =>
  new Promise<Counts>((resolve) => {
    const options = { env, maxBuffer: Infinity };
    exec(`"${process.execPath}" --run ${name}`, options, (error, output, errors) => {
      console.log(`── ${name} ${error ? 'FAILED' : 'passed'} after ${seconds()}`);
      const remedy = name === 'lint:format' ? "Run 'npm run format', then this again.\n" : '';
      if (error) complaints.push(`\n── ${name}\n${output}${errors}${remedy}`);
      resolve({ passed: error ? 0 : 1, failed: error ? 1 : 0, skipped: 0 });
    });
  });

const reportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
});

async function runTests(): Promise<Counts> {
  const report = join(folder, 'report.json');
  const tests = spawn(
    `vitest run "--project=!engines" --reporter=default --reporter=json "--outputFile.json=${report}"`,
    {
      stdio: 'inherit',
      // On Windows, npm's commands are shell scripts.
      shell: true,
      // A browser that is stopped leaves its profile behind: one removal at the end takes all.
      env: { ...env, TEST_SITE: folder, TMPDIR: folder },
    },
  );
  await once(tests, 'close');
  const counts = parseJson(reportSchema, await readFile(report, 'utf8').catch(() => ''));
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: counts.numPassedTests,
    // A file that fails to load, or an error outside a test, fails the run without a failed test.
    failed: Math.max(counts.numFailedTests, tests.exitCode === 0 ? 0 : 1),
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

const checks = Object.keys(packageFile.scripts).filter((name) => name.startsWith('lint:'));
const counts = await Promise.all(checks.map(runCheck));
if (complaints.length === 0) counts.push(await runTests());
const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0);

// A process that ends late may write into the folder during the removal, so the removal tries again.
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = sum('failed') === 0 ? 0 : 1;
for (const complaint of complaints) console.log(complaint);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`\nDone after ${seconds()}. Each check of the linter counts as one.`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
