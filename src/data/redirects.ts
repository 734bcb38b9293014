import { livePath, routes } from './routes.ts';

interface Redirect {
  /** A path; a final `*` matches the rest. Existing pages have priority. */
  from: string;
  to: string;
  status: 301 | 302;
}

/** The redirects of unknown services, on both hosts. Netlify gets them as `_redirects`. */
export const redirects: readonly Redirect[] = [
  { from: `${routes.services}/*`, to: routes.services, status: 302 },
];

/** Lists with a live page. It answers for unknown items, which may be newer than the build, with status 404. */
const liveLists = ['blog', 'resources'] as const;

/**
 * Netlify's engine ignores a rule whose `*` also matches its target, as `/services/*` matches `/services`.
 * A named part, and a second rule for deeper paths, avoid this.
 */
const writePatterns = (from: string) =>
  from.endsWith('/*') ? [from.replace('*', ':part'), from.replace('*', ':part/*')] : [from];

/**
 * Renders the file `_redirects` in Netlify's format.
 * @param past rules for past addresses; they precede the live pages because Netlify takes the first match
 */
export const renderNetlifyRedirects = (past = '') =>
  [
    ...redirects.flatMap(({ from, to, status }) =>
      writePatterns(from).map((pattern) => `${pattern} ${to} ${String(status)}\n`),
    ),
    past,
    ...liveLists.map((list) => `/${list}/:slug ${livePath(list)} 404\n`),
  ].join('');
