// Runs a command of the engine, `node src/engine/commands/run.mjs build`, or one of the site by its path in the project.
// Plain JavaScript, because an older Node cannot read TypeScript; for the same reason this file imports nothing by name
// that an older Node lacks.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Astro needs Node 22.12, TypeScript without a flag 22.18: https://nodejs.org/api/typescript.html#type-stripping
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old: this site needs Node 22.18 or newer. ` +
      'On Linux and Windows `npm ci` brings a newer one along, used by `npm start` and the other npm scripts; on a Mac, install Node 24.',
  );
  process.exit(1);
}

/** The folder of the project. */
const root = dirname(module.findPackageJSON(import.meta.url));

const { imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { '#site': site } = imports;
if (typeof site !== 'string' || !existsSync(join(root, site))) {
  console.error(
    'package.json names no file that declares the site: it needs "imports": { "#site": "./src/site.ts" }, and that file.',
  );
  process.exit(1);
}

// The compile cache makes later starts faster and avoids the 30 MB that the TypeScript stripper takes.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'));

const [, , name = ''] = process.argv;
const command = name.endsWith('.ts')
  ? pathToFileURL(join(root, name))
  : new URL(`${name}.ts`, import.meta.url);
// Each command says at its top what it does.
if (process.argv.includes('--help')) {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(command, 'utf8')) ?? [];
  console.log(comment.replaceAll(/^ ?\*? ?/gm, '').trim());
  process.exit();
}
// From here on this process looks as if Node had been asked for the command itself.
process.argv.splice(1, 2, fileURLToPath(command));
try {
  await import(command.href);
} catch (error) {
  // The site declares what cannot be used: modules cannot even be loaded.
  if (!(error instanceof Error && error.name === 'ConfigError')) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
