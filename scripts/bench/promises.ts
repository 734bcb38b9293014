/**
 * Runs the tests of promises 6 to 14 with all the promised leads, kills, forgeries and hostile entries.
 * `npm test` runs the same tests with smaller numbers.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { SayStep } from '../command-line/progress.ts';

export const title = 'Promises of safety, in full';

/** Each test file proves the sentence beside its name. */
const promises: readonly [file: string, sentence: string][] = [
  ['server/durability', 'No lead lost, through kills and SMTP failures'],
  ['server/contact', 'No malformed request is accepted or breaks the server'],
  ['server/slow-clients', 'Slow clients are closed while visitors are served'],
  ['unit/server/signature', 'Only Contentful can rebuild'],
  ['server/mail', 'One slow mail server holds one connection, for a limited time'],
  ['unit/server/limits', 'What strangers can make the server hold and ask is bounded'],
  ['unit/content/media', 'Pictures have limits; only own files are fetched'],
  ['server/publish/restart', 'A restart serves the release at once and leaves no process behind'],
  ['server/publish/mixed', 'Ten minutes of kills and faults: no lead lost, no visitor failed'],
  ['server/publish/live', 'Storms, outages, kills and visitors during publishes'],
  ['unit/content/rich-text', 'Editors cannot script the site'],
  ['unit/content/pull', 'One bad entry, or a content service that fails, breaks nothing'],
];

interface Outcome {
  name: string;
  assertionResults: { fullName: string; status: string; duration?: number | null }[];
}

const isReport = (value: unknown): value is { testResults: Outcome[] } =>
  typeof value === 'object' && value !== null && 'testResults' in value;

export async function run(say: SayStep): Promise<readonly string[]> {
  say('every promise in full');
  const folder = await mkdtemp(join(tmpdir(), 'promises-'));
  try {
    const file = join(folder, 'report.json');
    const child = spawn(
      'vitest',
      [
        'run',
        ...['unit', 'server', 'publish'].flatMap((project) => ['--project', project]),
        // One file at a time: each file creates a load that would disturb the others.
        '--no-file-parallelism',
        ...['--reporter=json', `--outputFile.json=${file}`],
        ...promises.map(([path]) => `tests/${path}.test.ts`),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, FULL_SCALE: '1' } },
    );
    await once(child, 'close');
    const report: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isReport(report)) throw new Error('The tests wrote no report.');
    const root = join(import.meta.dirname, '..', '..', 'tests');
    return promises.flatMap(([path, sentence]) => {
      const outcome = report.testResults.find(
        ({ name }) => relative(root, name) === `${path}.test.ts`,
      );
      const results = outcome?.assertionResults ?? [];
      const failed = results.filter(({ status }) => status === 'failed');
      const seconds = results.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000;
      const verdict = results.length > 0 && failed.length === 0 ? 'kept' : 'NOT KEPT';
      return [
        `${verdict.padEnd(9)} ${sentence} (${results.length} tests, ${seconds.toFixed(0)} s)`,
        ...failed.map(({ fullName }) => `          failed: ${fullName}`),
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
