/**
 * `npm test`: checks format, code, types and what is unused, and stops when one of them fails; then runs the tests over
 * one build of the site. What failed comes last, before the line `N passed, N failed`, with which the exit code agrees.
 */
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../src/engine/schemas.ts';

const start = performance.now();
const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
const folder = await mkdtemp(join(tmpdir(), 'site-test-'));
// Processes that load the same modules share their compiled code.
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };

/** Runs one check of the linter. Returns '' when the check passes, or what it says. */
const runCheck = (name: string) =>
  new Promise<string>((resolve) => {
    const options = { env, maxBuffer: Infinity };
    exec(`"${process.execPath}" --run lint:${name}`, options, (error, output, errors) => {
      console.log(`── lint:${name} ${error ? 'FAILED' : 'passed'} after ${seconds()}`);
      const remedy = name === 'format' ? "Run 'npm run format', then this again.\n" : '';
      resolve(error ? `\n── lint:${name}\n${output}${errors}${remedy}` : '');
    });
  });

const reportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
});

async function runTests() {
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

const checks = await Promise.all(['code', 'pages', 'format', 'unused'].map(runCheck));
const complaints = checks.filter((complaint) => complaint !== '');
const counts = { passed: checks.length - complaints.length, failed: complaints.length, skipped: 0 };
if (complaints.length === 0) {
  const { passed, failed, skipped } = await runTests();
  Object.assign(counts, { passed: counts.passed + passed, failed, skipped });
}

// A process that ends late may write into the folder during the removal, so the removal tries again.
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = counts.failed === 0 ? 0 : 1;
for (const complaint of complaints) console.log(complaint);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\nDone after ${seconds()}. Each check of the linter counts as one.`);
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
