/** `npm run bench [-- name …]`: prints the performance figures as tables. */
import { cpus } from 'node:os';
import * as safety from './bench/promises.ts';
import * as publish from './bench/publish.ts';
import type { Promised } from './bench/result.ts';
import { CommandError, formatSeconds, parseArguments, runCommand } from './command-line/command.ts';

const formatPromise = ({ what, is, most }: Promised) =>
  `${is <= most ? 'kept' : 'MISSED'}: ${what}: ${Number(is.toFixed(3))} (at most ${most})`;

const benchmarks = { promises: safety, publish };

await runCommand(async () => {
  const { positionals } = parseArguments({ allowPositionals: true });
  const unknown = positionals.find((name) => !(name in benchmarks));
  if (unknown !== undefined)
    throw new CommandError(
      `There is no benchmark '${unknown}'; the benchmarks are ${Object.keys(benchmarks).join(', ')}.`,
    );
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  for (const [name, { title, run }] of Object.entries(benchmarks)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const start = performance.now();
    console.log(`\n── ${title}`);
    const { rows, promises } = await run((step) => console.log(`… ${step}`));
    if (rows.length > 0) console.table(rows);
    for (const promise of promises) console.log(formatPromise(promise));
    if (promises.some(({ is, most }) => !(is <= most))) process.exitCode = 1;
    console.log(`── ${formatSeconds(start)}`);
  }
});
