// Preloaded by the npm scripts, and plain JavaScript: an older Node cannot even read the scripts.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Astro needs 22.12, running TypeScript without a flag 22.18.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old: this site needs Node 22.18 or newer. ` +
      'On Linux and Windows `npm ci` brings a newer one along, used by `npm start` and the other npm scripts; on a Mac, install Node 24.',
  );
  process.exit(1);
}

// Compiled once: later starts are quicker, and do without the 30 MB that take the types off.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
