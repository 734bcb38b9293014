import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedirectsHandler } from '@netlify/redirects';

/**
 * Netlify's own redirect engine, as its command line uses it, over the text of a `_redirects` file.
 * @returns what it does with a path that has no file: status and target; null when no rule matches
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
  // The first question makes the engine read the file.
  await engine.match(new Request('https://www.firm.test/'));
  await rm(folder, { recursive: true });
  return async (path: string) => {
    const match = await engine.match(new Request(new URL(path, 'https://www.firm.test')));
    return match
      ? { status: match.statusCode, to: match.target.pathname, isForced: match.force }
      : null;
  };
}
