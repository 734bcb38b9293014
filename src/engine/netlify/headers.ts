/**
 * Renders `_headers` for Netlify: the same headers as on Node, as rules for paths.
 * When several rules match a path, Netlify may join the values or take the last one. Joined policies
 * must all allow a source. Each wider rule therefore allows everything that a narrower rule allows, and
 * the narrowest rule decides either way. A folder has one rule: the pages that answer unknown addresses
 * below the folder need other sources than its own pages, so the rule allows what any of them needs.
 */
import { feedPath, feedType, routes, waitingPath } from '../../data/routes.ts';
import type { InlineParts } from '../publish/index.ts';
import {
  commonPolicy,
  createPagePolicy,
  createSecurityHeaders,
  folderHeaders,
  formatPolicy,
  getOwnHeaders,
  isPage,
  joinPolicies,
  permissionsPolicy,
  type PageOptions,
  type Policy,
} from '../serve/index.ts';

export interface PublishedFile {
  /** Path on the site. */
  address: string;
  /** Media type. */
  type: string;
  /** The HTML of a page; empty for other files. */
  html: string;
}

type Headers = Readonly<Record<string, string>>;

interface Options extends PageOptions {
  siteUrl: string;
  /** Whether this deploy is a preview, which search engines must not show. */
  isPreview: boolean;
}

/** Address of the page that answers unknown addresses. */
const notFound = '/404';

/** Returns the first folder of an address, such as `/blog`; null at the top of the site. */
const getFolder = (address: string) => /^\/[^/]+(?=\/)/.exec(address)?.[0] ?? null;

/** The page that answers unknown items is also shown in the folder of their list. */
const shownIn = new Map<string, string>([
  [waitingPath('blog'), routes.blog],
  [waitingPath('resources'), routes.resources],
]);

/** Lists both addresses of a page: Netlify also serves the file name. */
const getNames = (address: string) => [address, `${address === '/' ? '/index' : address}.html`];

/**
 * Renders `_headers`.
 * @param files read one at a time, so that ten thousand pages never share the memory
 */
export function renderNetlifyHeaders(
  files: Iterable<PublishedFile>,
  { siteUrl, isPreview, ...pageOptions }: Options,
): string {
  const toHeader = (policy: Policy) => ({ 'content-security-policy': formatPolicy(policy) });

  const pages = new Map<string, Policy>();
  const folders = new Map<string, Policy>();
  const others: [address: string, headers: Headers][] = [];
  for (const { address, type, html } of files) {
    if (isPage({ type })) {
      const policy = createPagePolicy({ address, html }, pageOptions);
      const folder = getFolder(address);
      if (folder === null) pages.set(address, policy);
      for (const place of [folder, shownIn.get(address)])
        if (place) folders.set(place, joinPolicies(policy, folders.get(place) ?? policy));
    } else {
      const feed = address === feedPath && { 'content-type': feedType };
      const headers = { ...getOwnHeaders({ address, type }), ...feed };
      if (Object.keys(headers).length > 0) others.push([address, headers]);
    }
  }

  const ofAll = {
    ...createSecurityHeaders(siteUrl),
    'permissions-policy': permissionsPolicy,
    ...toHeader(commonPolicy),
    ...(isPreview && { 'x-robots-tag': 'noindex' }),
  };
  const rules: (readonly [pattern: string, headers: Headers])[] = [
    ['/*', ofAll],
    ...Object.entries(folderHeaders).map(([folder, headers]) => [`${folder}*`, headers] as const),
    ...[...folders].sort().map(([folder, policy]) => {
      // A folder's rule also matches the page with the folder's own name.
      const shown = [pages.get(folder), pages.get(notFound)].filter((page) => page !== undefined);
      return [`${folder}/*`, toHeader(shown.reduce(joinPolicies, policy))] as const;
    }),
    ...[...pages]
      .sort()
      .flatMap(([address, policy]) =>
        getNames(address).map((name) => [name, toHeader(policy)] as const),
      ),
    ...others.sort(),
  ];
  return rules
    .flatMap(([pattern, headers]) => [
      `${pattern}\n`,
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`),
    ])
    .join('');
}

/**
 * Writes the policy of the page for unknown addresses into the page itself. A rule for every address
 * would have to allow what any page does. The other directives come from that rule.
 */
export function addPolicyToNotFound(html: string, inlineParts: InlineParts | null): string {
  const page = { address: notFound, html };
  const policy = new Map(createPagePolicy(page, { inlineParts, pictureOrigin: null }));
  // Browsers ignore this directive in a document and log a complaint.
  policy.delete('frame-ancestors');
  const charset = /<meta charset="?utf-8"?>/i.exec(html)?.[0];
  if (charset === undefined) throw new Error('The page for unknown addresses declares no charset.');
  return html.replace(
    charset,
    () => `${charset}<meta http-equiv="content-security-policy" content="${formatPolicy(policy)}">`,
  );
}
