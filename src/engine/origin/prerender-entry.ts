/**
 * What makes the pages that are files. Beside a server Astro would stream these, and send the policy of a page before
 * its components have called `Astro.csp.insertStyleHash`.
 */
import { app } from 'astro/entrypoints/prerender';

Object.assign(app, { resolveStreaming: () => false });

export { app };
