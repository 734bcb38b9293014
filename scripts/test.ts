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
import { parseJson } from '#engine/base/schemas.ts';

const start = performance.now();
const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
const folder = await mkdtemp(join(tmpdir(), 'site-test-'));
// Processes share their compiled code, and one removal at the end takes what a stopped browser leaves behind.
const folders = { NODE_COMPILE_CACHE: join(folder, 'compiled'), TEST_SITE: folder, TMPDIR: folder };
const env = { ...process.env, ...folders };

/** What failed, to be said at the end. */
const complaints: string[] = [];

/** Runs one check of the linter, which passes or fails. */
const runCheck = (name: string) =>
  new Promise<void>((resolve) => {
    const options = { env, maxBuffer: Infinity };
    exec(`"${process.execPath}" --run ${name}`, options, (error, output, errors) => {
      console.log(`── ${name} ${error ? 'FAILED' : 'passed'} after ${seconds()}`);
      const remedy = name === 'lint:format' ? "Run 'npm run format', then this again.\n" : '';
      if (error) complaints.push(`\n── ${name}\n${output}${errors}${remedy}`);
      resolve();
    });
  });

const reportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
});

async function runTests() {
  const report = join(folder, 'report.json');
  const vitest = spawn(
    `vitest run "--project=!engines" --reporter=default --reporter=json "--outputFile.json=${report}"`,
    // On Windows, npm's commands are shell scripts.
    { stdio: 'inherit', shell: true, env },
  );
  await once(vitest, 'close');
  const counts = parseJson(reportSchema, await readFile(report, 'utf8').catch(() => ''));
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: counts.numPassedTests,
    // A file that fails to load, or an error outside a test, fails the run without a failed test.
    failed: Math.max(counts.numFailedTests, vitest.exitCode === 0 ? 0 : 1),
    skipped: counts.numPendingTests,
  };
}

const checks = Object.keys(packageFile.scripts).filter((name) => name.startsWith('lint:'));
await Promise.all(checks.map(runCheck));
const tests = complaints.length > 0 ? { passed: 0, failed: 0, skipped: 0 } : await runTests();
const passed = checks.length - complaints.length + tests.passed;
const failed = complaints.length + tests.failed;

// A process that ends late may write into the folder during the removal, so the removal tries again.
await rm(folder, { recursive: true, force: true, maxRetries: 20 });
process.exitCode = failed === 0 ? 0 : 1;
for (const complaint of complaints) console.log(complaint);
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
console.log(`\nDone after ${seconds()}. Each check of the linter counts as one.`);
console.log(`${passed} passed, ${failed} failed${skipped}`);
