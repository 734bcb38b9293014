/**
 * Runs the tests of promises 6 to 14 with all the promised leads, kills, forgeries and hostile entries.
 * `npm test` runs the same tests with smaller numbers.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result, SayStep } from '../bench.ts';

export const title = 'Promises of safety, in full';

/** Each test file proves the sentence beside its name. */
const promises: readonly [file: string, sentence: string][] = [
  ['server/durability', 'No lead lost, through kills and SMTP failures'],
  ['server/contact', 'No malformed request is accepted or breaks the server'],
  ['server/proxy', 'nginx in front changes no answer'],
  ['server/slow-clients', 'Slow clients are closed while visitors are served'],
  ['unit/serve/signature', 'Only Contentful can rebuild'],
  ['unit/leads/mail', 'One slow mail server holds one connection, for a limited time'],
  ['commands/errors', 'Each fault of the data folder is one sentence'],
  ['unit/serve/limits', 'What strangers can make the server hold and ask is bounded'],
  ['unit/content/files', 'Pictures have limits; only own files are fetched'],
  ['server/publish/restart', 'A restart serves the release at once and leaves no process behind'],
  ['server/publish/memory', 'A mixed attack takes little memory, and gives it back'],
  ['server/publish/clock', 'A clock that jumps loses nothing and locks nobody out'],
  ['server/publish/live', 'Storms, outages, kills and visitors during publishes'],
  ['unit/content/rich-text', 'Editors cannot script the site'],
  ['unit/content/pull', 'One bad entry breaks nothing'],
  ['unit/content/pull-faults', 'A content service that fails breaks nothing'],
];

interface Outcome {
  assertionResults: {
    fullName: string;
    status: string;
    duration?: number | null;
    /** Set by some tests (tests/support/scale.ts). */
    meta?: { counted?: string };
  }[];
}

const isReport = (value: unknown): value is { testResults: Outcome[] } =>
  typeof value === 'object' && value !== null && 'testResults' in value;

/** Runs one test file in full. @returns the lines of the table, and whether all tests passed */
async function runFile(path: string, sentence: string, report: string) {
  const child = spawn(
    'vitest',
    [
      'run',
      ...['unit', 'server', 'publish'].flatMap((project) => ['--project', project]),
      ...['--reporter=json', `--outputFile.json=${report}`],
      `tests/${path}.test.ts`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, FULL_SCALE: '1' } },
  );
  await once(child, 'close');
  const outcome: unknown = JSON.parse(await readFile(report, 'utf8').catch(() => 'null'));
  await rm(report, { force: true });
  const results = isReport(outcome)
    ? outcome.testResults.flatMap(({ assertionResults }) => assertionResults)
    : [];
  const failed = results.filter(({ status }) => status === 'failed');
  const isKept = results.length > 0 && failed.length === 0;
  const seconds = results.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000;
  const counted = results.flatMap(({ meta }) => meta?.counted ?? []);
  const verdict = isKept ? 'kept' : 'NOT KEPT';
  return {
    isKept,
    lines: [
      `${verdict.padEnd(9)} ${sentence} (${results.length} tests, ${seconds.toFixed(0)} s)`,
      ...counted.map((line) => `          counted: ${line}`),
      ...failed.map(({ fullName }) => `          failed: ${fullName}`),
    ],
  };
}

/** Runs one file after the other, because each file creates a load that would disturb the others. */
export async function run(say: SayStep): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'promises-'));
  try {
    const lines: string[] = [];
    let broken = 0;
    for (const [path, sentence] of promises) {
      say(path);
      const one = await runFile(path, sentence, join(folder, 'report.json'));
      // Printed at once: the whole run takes half an hour and may be stopped.
      for (const line of one.lines) say(line);
      lines.push(...one.lines);
      if (!one.isKept) broken += 1;
    }
    return { lines, promises: [{ what: 'promises that are not kept', is: broken, most: 0 }] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
