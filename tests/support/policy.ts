import { createHash } from 'node:crypto';
import { load } from 'cheerio';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Lists the hashes of what a page contains inline, as a policy names them. A style in <noscript> needs one, too. */
export function listInlineHashes(html: string) {
  const $ = load(html, { scriptingEnabled: false });
  const listHashes = (selector: string) =>
    $(selector)
      .get()
      .map((element) => hashOf($(element).text()));
  return {
    scripts: listHashes('script:not([src], [type="application/ld+json"])'),
    styles: listHashes('style'),
  };
}

/** Parses a content security policy: the sources of each directive. */
export const parsePolicy = (policy = '') =>
  Object.fromEntries(
    policy.split(/; ?/).flatMap((directive) => {
      const [name, ...sources] = directive.split(' ').filter(Boolean);
      return name === undefined ? [] : [[name, sources] as const];
    }),
  );

/** What the policy of every page says, whatever the page has inline and wherever its pictures come from. */
export const sharedDirectives = {
  'default-src': ["'none'"],
  'font-src': ["'self'"],
  'media-src': ["'self'"],
  'manifest-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
} as const;
