/**
 * `npm test`: checks format and types first and stops when one of them fails; then runs the linter beside the
 * tests, which are one run over one build of the site. What failed comes last, before the line
 * `N passed, N failed`, with which the exit code agrees.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../src/engine/schemas.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const start = performance.now();
const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
const folder = await mkdtemp(join(tmpdir(), 'site-test-'));

/** Runs a command of this project. Returns its exit code, and its output unless it prints directly. */
const run = (
  command: string,
  { says, env = {} }: { says: 'here' | 'later'; env?: Record<string, string> },
) =>
  new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(command, {
      stdio: says === 'here' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // On Windows, npm's commands are shell scripts.
      shell: true,
      // Processes that load the same modules share their compiled code.
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });

/** What failed, to be said at the end. */
const complaints: string[] = [];

/** Runs one check, which passes or fails. */
async function runCheck(name: string): Promise<Counts> {
  const { code, output } = await run(`"${process.execPath}" --run lint:${name}`, { says: 'later' });
  const passed = code === 0;
  console.log(`── lint:${name} ${passed ? 'passed' : 'FAILED'} after ${seconds()}`);
  const remedy = name === 'format' ? "Run 'npm run format', then this again.\n" : '';
  if (!passed) complaints.push(`── lint:${name}\n${output}${remedy}`);
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 };
}

const reportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
});

async function runTests(): Promise<Counts> {
  const report = join(folder, 'report.json');
  // Tests wait for clocks, servers and browsers, so one worker per core would leave cores idle.
  const workers = availableParallelism() + 2;
  const { code } = await run(
    `vitest run "--project=!engines" --maxWorkers=${workers} --reporter=default --reporter=json "--outputFile.json=${report}"`,
    {
      says: 'here',
      env: {
        TEST_SITE: folder,
        // A browser that is stopped leaves its profile behind: one removal at the end takes all.
        TMPDIR: folder,
      },
    },
  );
  const counts = parseJson(reportSchema, await readFile(report, 'utf8').catch(() => ''));
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: counts.numPassedTests,
    // A file that fails to load, or an error outside a test, fails the run without a failed test.
    failed: Math.max(counts.numFailedTests, code === 0 ? 0 : 1),
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

const counts = await Promise.all(['format', 'types'].map(runCheck));
if (complaints.length === 0)
  counts.push(...(await Promise.all([...['code', 'unused'].map(runCheck), runTests()])));
const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0);

// A process that ends late may write into the folder during the removal, so the removal tries again.
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = sum('failed') === 0 ? 0 : 1;
for (const complaint of complaints) console.log(`\n${complaint}`);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`\nDone after ${seconds()}. Each check of the linter counts as one.`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
