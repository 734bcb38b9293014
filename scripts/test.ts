/**
 * `npm test`: everything that must hold, in four steps, each with its time. Ends with one plain line,
 * `N passed, N failed`, and a truthful exit code.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const folder = await mkdtemp(join(tmpdir(), 'site-test-'));

/** Runs a command of this project on this terminal; its exit code. */
const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      // On Windows the commands of npm are scripts for the shell.
      shell: process.platform === 'win32',
      env: { ...process.env, ...env },
    });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });

/** Format, lint and types: three checks side by side, each of which passes or fails. */
async function runLint(): Promise<Counts> {
  const checks = ['lint:format', 'lint:code', 'lint:types'];
  const codes = await Promise.all(checks.map((check) => run('npm', ['run', '--silent', check])));
  const passed = codes.filter((code) => code === 0).length;
  return { passed, failed: codes.length - passed, skipped: 0 };
}

const isReport = (
  value: unknown,
): value is {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
} => typeof value === 'object' && value !== null && 'numPassedTests' in value;

async function runTests(projects: readonly string[], ...options: string[]): Promise<Counts> {
  const report = join(folder, `${projects.join('-')}.json`);
  const code = await run(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { TEST_SITE: folder },
  );
  const counts: unknown = JSON.parse(await readFile(report, 'utf8').catch(() => 'null'));
  if (!isReport(counts)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = counts;
  return {
    passed: numPassedTests,
    // A file that could not be loaded, or an error outside a test, fails the run without a failed test.
    failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests),
    skipped: numPendingTests + numTodoTests,
  };
}

const steps: readonly [title: string, step: () => Promise<Counts>][] = [
  ['Format, lint and types', runLint],
  // These wait for clocks and each other: with a worker for each core, cores would be idle.
  [
    'Modules and server',
    () => runTests(['unit', 'server', 'publish'], `--maxWorkers=${availableParallelism() + 2}`),
  ],
  ['The sample site, built', () => runTests(['build'])],
  ['The sample site, in a browser', () => runTests(['browser'])],
];

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const start = performance.now();

for (const [title, step] of steps) {
  const stepStart = performance.now();
  console.log(`\n── ${title}`);
  const { passed, failed, skipped } = await step();
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  console.log(`── ${title}: ${failed === 0 ? 'passed' : 'FAILED'} in ${seconds(stepStart)} s`);
}

await rm(folder, { recursive: true, force: true });
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\nDone in ${seconds(start)} s. Format, lint and types count as one each.`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
