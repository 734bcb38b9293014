import { RedirectsHandler } from '@netlify/redirects';
import { createFolder } from '../fixtures/folder.ts';

/**
 * Creates Netlify's own redirect engine, as its command line uses it, for the text of a `_redirects` file.
 * @returns a function from a path without a file to status and target; null when no rule matches
 */
export async function createRedirectEngine(rules: string) {
  const folder = await createFolder({ _redirects: rules });
  const engine = new RedirectsHandler({
    projectDir: folder,
    publicDir: folder,
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
  });
  return async (path: string) => {
    const match = await engine.match(new Request(new URL(path, 'https://www.firm.test')));
    return match
      ? { status: match.statusCode, to: match.target.pathname, isForced: match.force }
      : null;
  };
}
