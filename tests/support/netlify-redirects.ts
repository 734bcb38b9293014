import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedirectsHandler } from '@netlify/redirects';

/**
 * Creates Netlify's own redirect engine, as its command line uses it, for the text of a `_redirects` file.
 * @returns a function from a path without a file to status and target; null when no rule matches
 */
export async function createRedirectEngine(rules: string) {
  const folder = await mkdtemp(join(tmpdir(), 'redirects-'));
  await writeFile(join(folder, '_redirects'), rules);
  const engine = new RedirectsHandler({
    projectDir: folder,
    publicDir: folder,
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
  });
  // The engine reads the file at the first request.
  await engine.match(new Request('https://www.firm.test/'));
  await rm(folder, { recursive: true });
  return async (path: string) => {
    const match = await engine.match(new Request(new URL(path, 'https://www.firm.test')));
    return match
      ? { status: match.statusCode, to: match.target.pathname, isForced: match.force }
      : null;
  };
}
