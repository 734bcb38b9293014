/** Redirects of a built site: Netlify's `_redirects`, whose first matching rule counts, and pages for hosts without rules. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasPages, notFoundPath } from '../declare/collections.ts';
import { orderedRedirects } from '../addresses/redirects.ts';
import { escapeHtml } from '../base/text.ts';
import { collections } from '../site.ts';

/** The function of live-entry.ts. */
export const liveFunction = '/.netlify/functions/live-page';

const lists = collections.filter(hasPages);

/**
 * Netlify ignores a rule whose `*` also matches its target. So a redirect with a rest is three rules: for the path
 * alone, for one part below it, and for deeper paths. One that leads to itself is left out.
 */
const renderFirmRules = (withPage: ReadonlySet<string>) =>
  orderedRedirects.flatMap(({ base, takesRest, target, keepsRest, status }) =>
    ['', ...(takesRest ? ['/:part', '/:part/*'] : [])].flatMap((more) => {
      const to = target + (keepsRest ? more.replace('*', ':splat') : '');
      // Without force Netlify would show the page of the redirect.
      const force = withPage.has(base + more) ? '!' : '';
      return base + more === to ? [] : [`${base + more || '/'} ${to || '/'} ${status}${force}\n`];
    }),
  );

const renderPage = (to: string, siteUrl: string): string => {
  const { href } = new URL(to, siteUrl);
  const [address, canonical] = [to, href.replace(/#.*/, '')].map(escapeHtml);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${address}"><meta name="robots" content="noindex"><link rel="canonical" href="${canonical}"><a href="${address}">${address}</a></html>\n`;
};

/** Writes redirects as pages, for hosts without rules. @returns their addresses */
export async function writeRedirectPages(siteUrl: string, dist: string): Promise<Set<string>> {
  const written = new Set<string>();
  for (const { base, target } of orderedRedirects) {
    if (base === '' || base === target || written.has(base)) continue;
    const file = join(dist, `${base}.html`);
    await mkdir(dirname(file), { recursive: true });
    try {
      await writeFile(file, renderPage(target || '/', siteUrl), { flag: 'wx' });
      written.add(base);
    } catch {
      console.warn(
        `warning: The redirect from ${base} does nothing, because there is a page at that address: remove one of the two.`,
      );
    }
  }
  return written;
}

interface RedirectOptions {
  /** The redirects that have a page. */
  withPage?: ReadonlySet<string>;
  /** Rules for past addresses. They precede unknown items, because Netlify takes the first match. */
  past?: string;
  /** Whether the build has the function for live pages. Otherwise nobody can say more of unknown items than that they are not found. */
  hasLivePages?: boolean;
}

/** Renders the file `_redirects` in Netlify's format. */
export const renderNetlifyRedirects = ({
  withPage = new Set(),
  past = '',
  hasLivePages = false,
}: RedirectOptions = {}) =>
  [
    ...renderFirmRules(withPage),
    past,
    // No rule matches `?live`, which has no value: https://answers.netlify.com/t/rewrites-with-empty-query-parameters/48523
    ...lists.map(({ pages }) =>
      hasLivePages
        ? `${pages.path}/:slug ${liveFunction}${pages.path}/:slug 200\n`
        : `${pages.path}/:slug ${notFoundPath({ pages })} 404\n`,
    ),
  ].join('');
