/**
 * The file `_headers` for Netlify: the same headers as on Node, by rules for paths.
 *
 * Of several rules for one path Netlify may join the values or take the last; for a policy joining
 * means that both must allow. So rules go from wide to narrow, and a wider rule allows all that a
 * narrower one does: either way the narrowest decides. A folder has one rule, however many pages are
 * in it: unknown addresses below it are answered by other pages than known ones, so it allows what
 * any of them needs.
 */
import { feedPath, feedType } from '../../data/routes.ts';
import {
  createSecurityHeaders,
  hashedCache,
  hashedFolders,
  inertFolders,
  inertPolicy,
  isIn,
  isDownload,
  isInert,
  isPage,
  permissionsPolicy,
  sharedFolders,
  sharedPolicy,
} from '../../server/headers.ts';
import {
  commonPolicy,
  createPagePolicy,
  formatPolicy,
  joinPolicies,
  type Policy,
} from '../../server/page-policy.ts';

export interface PublishedFile {
  /** Path on the site. */
  address: string;
  /** Media type. */
  type: string;
  /** The text of a page; empty for other files. */
  html: string;
}

interface Options {
  siteUrl: string;
  pictureOrigin: string | null;
  /** A deploy for ourselves: no search engine may show it. */
  isPreview: boolean;
}

/** Answers every unknown address. */
const notFound = '/404';

/** `/blog` for all addresses in and below it; null at the top of the site. */
const getFolder = (address: string) => /^\/[^/]+(?=\/)/.exec(address)?.[0] ?? null;

/** Netlify answers for a page under the name of its file, too. */
const getNames = (address: string) => [address, `${address === '/' ? '/index' : address}.html`];

/** @param files read one at a time: ten thousand pages need not be in memory at once */
export function renderNetlifyHeaders(
  files: Iterable<PublishedFile>,
  { siteUrl, pictureOrigin, isPreview }: Options,
): string {
  const rules = new Map<string, Record<string, string>>();
  const add = (pattern: string, headers: Record<string, string>) =>
    rules.set(pattern, { ...rules.get(pattern), ...headers });
  const toHeader = (policy: Policy | string) => ({
    'content-security-policy': typeof policy === 'string' ? policy : formatPolicy(policy),
  });

  const pages = new Map<string, Policy>();
  const folders = new Map<string, Policy>();
  const inert: string[] = [];
  const downloads: string[] = [];
  for (const { address, type, html } of files) {
    if (isPage({ type })) {
      const policy = createPagePolicy({ address, html }, pictureOrigin);
      const folder = getFolder(address);
      if (folder === null) pages.set(address, policy);
      else folders.set(folder, joinPolicies(policy, folders.get(folder) ?? policy));
    } else if (isDownload({ address, type })) downloads.push(address);
    else if (isInert({ address, type }) && !isIn(address, inertFolders)) inert.push(address);
  }

  add('/*', {
    ...createSecurityHeaders(siteUrl),
    'permissions-policy': permissionsPolicy,
    ...toHeader(commonPolicy),
    ...(isPreview && { 'x-robots-tag': 'noindex' }),
  });
  for (const folder of hashedFolders) add(`${folder}*`, { 'cache-control': hashedCache });
  for (const folder of sharedFolders) add(`${folder}*`, sharedPolicy);
  for (const folder of inertFolders) add(`${folder}*`, toHeader(inertPolicy));
  for (const [folder, policy] of [...folders].sort()) {
    // A rule for a folder also matches the page of the folder's own name.
    const others = [pages.get(folder), pages.get(notFound)].filter((other) => other !== undefined);
    add(`${folder}/*`, toHeader(others.reduce(joinPolicies, policy)));
  }
  for (const [address, policy] of [...pages].sort()) {
    for (const name of getNames(address)) add(name, toHeader(policy));
  }
  for (const address of inert.sort()) add(address, toHeader(inertPolicy));
  for (const address of downloads.sort()) add(address, { 'content-disposition': 'attachment' });
  add(feedPath, { 'content-type': feedType });

  const toLines = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return Array.from(rules, ([pattern, headers]) =>
    [`${pattern}\n`, ...toLines(headers)].join(''),
  ).join('');
}

/**
 * The page for unknown addresses with its policy in itself: they can be anywhere, and a rule for
 * everywhere must allow what any page does. Its other directives come with that rule.
 */
export function addPolicyToNotFound(html: string): string {
  const policy = new Map(createPagePolicy({ address: notFound, html }, null));
  // Means nothing in a document, and browsers complain.
  policy.delete('frame-ancestors');
  const charset = /<meta charset="?utf-8"?>/i.exec(html)?.[0];
  if (charset === undefined) throw new Error('The page for unknown addresses names no charset.');
  return html.replace(
    charset,
    () => `${charset}<meta http-equiv="content-security-policy" content="${formatPolicy(policy)}">`,
  );
}
