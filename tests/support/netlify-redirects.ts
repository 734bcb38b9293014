import { RedirectsHandler } from '@netlify/redirects';
import { createFolder } from '../fixtures/folder.ts';

/** Netlify's own redirect engine, for the text of a `_redirects` file. It answers null without a rule. */
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
      ? {
          status: match.statusCode,
          to: match.target.pathname + match.target.hash,
          isForced: match.force,
        }
      : null;
  };
}
