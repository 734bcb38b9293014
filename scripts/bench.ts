/**
 * `npm run bench`: prints one table of figures at 100, 1,000 and 10,000 posts, beside Hugo and plain Astro, and which
 * promises they keep. `-- 100 1000` measures these numbers of posts alone. `-- promises` runs the tests of the promises
 * in full numbers instead. Exit code 1 when a promise is not kept.
 */
import { cpus } from 'node:os';
import { listPromises, rows, type Figures } from './bench/figures.ts';
import { measurePeers } from './bench/peers.ts';
import { runPromises } from './bench/promises.ts';
import { measureSite } from './bench/site.ts';
import { CommandError, formatSeconds, parseArguments, runCommand } from './command-line/command.ts';

/** @throws {CommandError} for what is no number of posts */
function parseSizes(args: readonly string[]): number[] {
  const unknown = args.find((one) => !/^[1-9]\d{1,5}$/.test(one));
  if (unknown !== undefined)
    throw new CommandError(`'${unknown}' is neither 'promises' nor a number of posts from 10.`);
  const sizes = args.length === 0 ? [100, 1000, 10_000] : args.map(Number);
  return sizes.toSorted((one, other) => one - other);
}

async function measure(posts: number): Promise<Figures> {
  const say = (step: string) => console.log(`… ${posts} posts: ${step}`);
  const peers = await measurePeers(posts, say);
  return { posts, ...peers, ...(await measureSite(posts, say)) };
}

function print(measured: readonly Figures[]): void {
  const table = rows.map(([what, getFigure]) => {
    const cells = measured.map((one) => [`${one.posts} posts`, Number(getFigure(one)?.toFixed(3))]);
    return [what, Object.fromEntries(cells)] as const;
  });
  console.table(Object.fromEntries(table));
  for (const { what, is, most } of listPromises(measured)) {
    const isKept = is <= most;
    console.log(
      `${isKept ? 'kept' : 'MISSED'}: ${what}: ${Number(is.toFixed(4))} (at most ${most})`,
    );
    if (!isKept) process.exitCode = 1;
  }
}

await runCommand(async () => {
  const start = performance.now();
  const { positionals } = parseArguments({ allowPositionals: true });
  if (positionals.includes('promises')) {
    await runPromises();
    return;
  }
  const sizes = parseSizes(positionals);
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  const measured: Figures[] = [];
  for (const posts of sizes) measured.push(await measure(posts));
  print(measured);
  console.log(`Measured in ${formatSeconds(start)}`);
});
