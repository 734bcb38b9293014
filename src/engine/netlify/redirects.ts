/** Renders Netlify's `_redirects`, whose first matching rule counts. */
import { hasPages, notFoundPath } from '../declare/collections.ts';
import { orderedRedirects } from '../addresses/redirects.ts';
import { collections } from '../site.ts';

/** The function of live-entry.ts. */
export const liveFunction = '/.netlify/functions/live-page';

const lists = collections.filter(hasPages);

/**
 * Netlify ignores a rule whose `*` also matches its target. So a redirect with a rest is three rules: for the path
 * alone, for one part below it, and for deeper paths. One that leads to itself is left out.
 */
const firmRules = orderedRedirects.flatMap(({ base, takesRest, target, keepsRest, status }) =>
  ['', ...(takesRest ? ['/:part', '/:part/*'] : [])].flatMap((more) => {
    const to = target + (keepsRest ? more.replace('*', ':splat') : '');
    return base + more === to ? [] : [`${base + more || '/'} ${to || '/'} ${String(status)}\n`];
  }),
);

interface RedirectOptions {
  /** Rules for past addresses. They precede unknown items, because Netlify takes the first match. */
  past?: string;
  /** Whether the build has the function for live pages. Otherwise nobody can say more of unknown items than that they are not found. */
  hasLivePages?: boolean;
}

/** Renders the file `_redirects` in Netlify's format. */
export const renderNetlifyRedirects = ({ past = '', hasLivePages = false }: RedirectOptions = {}) =>
  [
    ...firmRules,
    past,
    // No rule matches `?live`, which has no value: https://answers.netlify.com/t/rewrites-with-empty-query-parameters/48523
    ...lists.map(({ pages }) =>
      hasLivePages
        ? `${pages.path}/:slug ${liveFunction}${pages.path}/:slug 200\n`
        : `${pages.path}/:slug ${notFoundPath({ pages })} 404\n`,
    ),
  ].join('');
