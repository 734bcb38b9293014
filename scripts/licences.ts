/** `npm run licences`: lists the licence of every package that the site needs for building and serving. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { parseJson } from '../src/engine/schemas.ts';
import { CommandError, runCommand } from './command-line/command.ts';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string(), ''),
      license: v.fallback(v.string(), 'not stated'),
      dev: v.optional(v.boolean(), false),
      devOptional: v.optional(v.boolean(), false),
    }),
  ),
});

await runCommand(async () => {
  const lock = parseJson(lockSchema, await readFile('package-lock.json', 'utf8'));
  if (!lock) throw new CommandError('package-lock.json has no list of packages: run npm install.');
  const shipped = Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '' || entry.dev || entry.devOptional) return [];
    return [{ licence: entry.license, name: `${name} ${entry.version}` }];
  });
  const byLicence = [...Map.groupBy(shipped, ({ licence }) => licence)].sort(
    ([, some], [, others]) => others.length - some.length,
  );
  for (const [licence, packages] of byLicence)
    console.log(
      `${licence} (${packages.length}): ${packages.map(({ name }) => name).join(', ')}\n`,
    );
});
