/** `npm run bench [-- name …]`: the performance figures as tables, one file of `scripts/bench/` each. */
import { readdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, formatSeconds, runCommand } from './command-line/command.ts';
import { startSteps, type SayStep } from './command-line/progress.ts';

/** What a file of `scripts/bench/` exports. */
export interface Benchmark {
  title: string;
  /** The lines of a table, finished; a promise that is not kept is a line that says so. */
  run: (say: SayStep) => Promise<readonly string[]>;
}

const isBenchmark = (value: unknown): value is Benchmark =>
  typeof value === 'object' && value !== null && 'title' in value && 'run' in value;

await runCommand(async () => {
  const directory = join(import.meta.dirname, 'bench');
  const all = (await readdir(directory)).filter((name) => name.endsWith('.ts')).sort();
  const { positionals } = parseArgs({ allowPositionals: true });
  const unknown = positionals.find((name) => !all.includes(`${name}.ts`));
  if (unknown !== undefined)
    throw new CommandError(
      `There is no benchmark '${unknown}': choose of ${all.map((name) => name.replace('.ts', '')).join(', ')}.`,
    );
  const chosen = all.filter(
    (name) => positionals.length === 0 || positionals.includes(name.replace('.ts', '')),
  );
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  for (const name of chosen) {
    const benchmark: unknown = await import(join(directory, name));
    if (!isBenchmark(benchmark)) throw new Error(`${name} is no benchmark.`);
    const start = performance.now();
    console.log(`\n── ${benchmark.title}`);
    const { say, end } = startSteps();
    const lines = await benchmark.run(say).finally(end);
    for (const line of lines) console.log(line);
    console.log(`── ${formatSeconds(start)}`);
  }
});
