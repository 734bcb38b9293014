/**
 * What makes the pages that are files. Beside a server Astro would stream these, and send the policy of a page before
 * its components have called `Astro.csp.insertStyleHash`.
 */
import { text } from 'node:stream/consumers';
import { app } from 'astro/entrypoints/prerender';

Object.assign(app, { resolveStreaming: () => false });

// `npm run build` reads the content meanwhile, and then ends this input. Astro's own command has a terminal there.
if (process.env.BUILD_CONFIG !== undefined) await text(process.stdin);

export { app };
