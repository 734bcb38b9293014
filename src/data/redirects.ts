import { livePath, routes } from './routes.ts';

interface Redirect {
  /** A path; a `*` at its end stands for the rest. Existing pages win. */
  from: string;
  to: string;
  status: 301 | 302;
}

/** Read by both hosts: the Node server as it is, Netlify as `_redirects` (spec §2, unknown services). */
export const redirects: readonly Redirect[] = [
  { from: `${routes.services}/*`, to: routes.services, status: 302 },
];

/** Lists whose unknown items may be newer than the build: their live page answers, with status 404. */
const liveLists = ['blog', 'resources'] as const;

/**
 * Netlify's engine ignores a rule whose `*` also stands for its target, as `/services/*` does for
 * `/services`; for a named part and what follows the engine does not.
 */
const writePatterns = (from: string) =>
  from.endsWith('/*') ? [from.replace('*', ':part'), from.replace('*', ':part/*')] : [from];

/**
 * The file `_redirects` in Netlify's format.
 * @param past lines for past addresses: Netlify takes the first rule that matches
 */
export const renderNetlifyRedirects = (past = '') =>
  [
    ...redirects.flatMap(({ from, to, status }) =>
      writePatterns(from).map((pattern) => `${pattern} ${to} ${String(status)}\n`),
    ),
    past,
    ...liveLists.map((list) => `/${list}/:slug ${livePath(list)} 404\n`),
  ].join('');
