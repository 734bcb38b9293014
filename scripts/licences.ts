/** `npm run licences`: the licence of every package that the site needs to be built and served. */
import { readFile } from 'node:fs/promises';
import { hasKey, isRecord } from '../src/rules/unknown.ts';
import { CommandError, runCommand } from './command-line/command.ts';

await runCommand(async () => {
  const lock: unknown = JSON.parse(await readFile('package-lock.json', 'utf8'));
  if (!hasKey(lock, 'packages') || !isRecord(lock.packages))
    throw new CommandError('package-lock.json has no list of packages: run npm install.');
  const shipped = Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '' || !isRecord(entry) || entry.dev === true || entry.devOptional === true)
      return [];
    const licence = typeof entry.license === 'string' ? entry.license : 'not stated';
    return [{ licence, name: `${name} ${String(entry.version)}` }];
  });
  const byLicence = [...Map.groupBy(shipped, ({ licence }) => licence)].sort(
    ([, some], [, others]) => others.length - some.length,
  );
  for (const [licence, packages] of byLicence)
    console.log(
      `${licence} (${packages.length}): ${packages.map(({ name }) => name).join(', ')}\n`,
    );
});
