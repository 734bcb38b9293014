/**
 * `npm run bench`: prints one table of publish, first pull, first page, build and memory at 100, 1,000 and 10,000 posts,
 * beside Hugo and plain Astro. `-- 100 1000` measures these numbers of posts alone. `-- promises` runs the tests of the
 * promises in full numbers instead.
 */
import { cpus } from 'node:os';
import { measurePeers } from './bench/peers.ts';
import { runPromises } from './bench/promises.ts';
import { measureSite } from './bench/site.ts';
import {
  CommandError,
  formatSeconds,
  parseArguments,
  runCommand,
} from '#engine/commands/command.ts';

/** @throws {CommandError} for what is no number of posts */
function parseSizes(args: readonly string[]): number[] {
  const unknown = args.find((one) => !/^[1-9]\d{1,5}$/.test(one));
  if (unknown !== undefined)
    throw new CommandError(`'${unknown}' is neither 'promises' nor a number of posts from 10.`);
  return args.length === 0 ? [100, 1000, 10_000] : args.map(Number);
}

await runCommand(async () => {
  const start = performance.now();
  const { positionals } = parseArguments({ allowPositionals: true });
  if (positionals.join() === 'promises') {
    await runPromises();
    return;
  }
  const sizes = parseSizes(positionals);
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  const table: Record<string, Record<string, number>> = {};
  for (const posts of sizes) {
    const say = (step: string) => console.log(`… ${posts} posts: ${step}`);
    const figures = { ...(await measurePeers(posts, say)), ...(await measureSite(posts, say)) };
    for (const [what, figure] of Object.entries(figures))
      table[what] = { ...table[what], [`${posts} posts`]: Number(figure.toFixed(3)) };
  }
  console.table(table);
  console.log(`Seconds, but for memory. Measured in ${formatSeconds(start)}`);
});
