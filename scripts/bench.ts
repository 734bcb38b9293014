/**
 * `npm run bench [-- name …]`: prints the performance figures as tables, one for each file in
 * `scripts/bench/`.
 */
import { readdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, formatSeconds, runCommand } from './command-line/command.ts';

/** Prints which step of some long work has begun. */
export type SayStep = (step: string) => void;

/** The exports of a file in `scripts/bench/`. */
export interface Benchmark {
  title: string;
  /** Returns the lines of a table, with or without promised figures. */
  run: (say: SayStep) => Promise<readonly string[] | Result>;
}

/** A figure with its limit. */
export interface Promised {
  what: string;
  is: number;
  most: number;
}

export interface Result {
  lines: readonly string[];
  promises: readonly Promised[];
}

const formatPromise = ({ what, is, most }: Promised) =>
  `${is <= most ? 'kept' : 'MISSED'}: ${what}: ${Number(is.toFixed(3))} (at most ${most})`;

const isBenchmark = (value: unknown): value is Benchmark =>
  typeof value === 'object' && value !== null && 'title' in value && 'run' in value;

await runCommand(async () => {
  const directory = join(import.meta.dirname, 'bench');
  const all = (await readdir(directory)).filter((name) => name.endsWith('.ts')).sort();
  const { positionals } = parseArgs({ allowPositionals: true });
  const unknown = positionals.find((name) => !all.includes(`${name}.ts`));
  if (unknown !== undefined)
    throw new CommandError(
      `There is no benchmark '${unknown}'; the benchmarks are ${all.map((name) => name.replace('.ts', '')).join(', ')}.`,
    );
  const chosen = all.filter(
    (name) => positionals.length === 0 || positionals.includes(name.replace('.ts', '')),
  );
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  for (const name of chosen) {
    const benchmark: unknown = await import(join(directory, name));
    if (!isBenchmark(benchmark)) throw new Error(`${name} does not export a benchmark.`);
    const start = performance.now();
    console.log(`\n── ${benchmark.title}`);
    const result = await benchmark.run((step) => console.log(`… ${step}`));
    const { lines, promises } = 'lines' in result ? result : { lines: result, promises: [] };
    for (const line of [...lines, ...promises.map(formatPromise)]) console.log(line);
    if (promises.some(({ is, most }) => !(is <= most))) process.exitCode = 1;
    console.log(`── ${formatSeconds(start)}`);
  }
});
