/**
 * Renders `_headers` for Netlify: the same headers as on Node, as rules for paths.
 * When several rules match a path, Netlify may join the values or take the last one. Joined policies
 * must all allow a source. Each wider rule therefore allows everything that a narrower rule allows, and
 * the narrowest rule decides either way. A folder has one rule: the pages that answer unknown addresses
 * below the folder need other sources than its own pages, so the rule allows what any of them needs.
 */
import { hasPages, notFoundPath, waitingPath } from '../collections.ts';
import { collections, feed } from '../site.ts';
import {
  type HeaderFields,
  commonPolicy,
  createPagePolicy,
  createSecurityHeaders,
  folderHeaders,
  formatPolicy,
  getOwnHeaders,
  openToEditor,
  pageCaching,
  isPage,
  permissionsPolicy,
  type FileKind,
  type InlineParts,
  type PageOptions,
  type Policy,
} from '../headers/index.ts';

interface Options extends PageOptions {
  siteUrl: string;
  /** Whether this deploy is a preview, which search engines must not show. */
  isPreview: boolean;
  /** Whether the deploy shows drafts, also to Contentful's editor. */
  showsDrafts: boolean;
}

/** Address of the page that answers unknown addresses. */
const notFound = '/404';

/** Returns the first folder of an address, such as `/blog`; null at the top of the site. */
const getFolder = (address: string) => /^\/[^/]+(?=\/)/.exec(address)?.[0] ?? null;

/** The pages that answer unknown items are also shown in the folder of their list. */
const shownIn = new Map<string, string>(
  collections
    .filter(hasPages)
    .flatMap((one) =>
      [waitingPath, notFoundPath].map((get) => [get(one), one.pages.path] as const),
    ),
);

/** Lists both addresses of a page: Netlify also serves the file name. */
const getNames = (address: string) => [address, `${address === '/' ? '/index' : address}.html`];

/** Renders `_headers`. */
export function renderNetlifyHeaders(
  files: readonly FileKind[],
  { siteUrl, isPreview, showsDrafts, ...pageOptions }: Options,
): string {
  const toHeader = (policy: Policy) => ({ 'content-security-policy': formatPolicy(policy) });
  const allow = (addresses: string[]) => ({
    ...pageCaching,
    ...toHeader(createPagePolicy(addresses, pageOptions)),
  });

  const pages = files.filter(isPage).map(({ address }) => address);
  const top = pages.filter((address) => getFolder(address) === null);
  const places = pages.flatMap((address) =>
    [getFolder(address), shownIn.get(address)].flatMap((folder) =>
      folder ? [{ folder, address }] : [],
    ),
  );
  const others: [address: string, headers: HeaderFields][] = files.flatMap((file) => {
    const isTyped = [feed?.path, '/favicon.ico'].includes(file.address);
    const headers = { ...getOwnHeaders(file), ...(isTyped && { 'content-type': file.type }) };
    return isPage(file) || Object.keys(headers).length === 0 ? [] : [[file.address, headers]];
  });

  const ofAll = {
    ...createSecurityHeaders(siteUrl),
    'permissions-policy': permissionsPolicy,
    ...toHeader(commonPolicy),
    ...(isPreview && { 'x-robots-tag': 'noindex' }),
  };
  const rules: (readonly [pattern: string, headers: HeaderFields])[] = [
    ['/*', ofAll],
    ...Object.entries(folderHeaders).map(([folder, headers]) => [`${folder}*`, headers] as const),
    ...Array.from(
      Map.groupBy(places, ({ folder }) => folder),
      ([folder, inside]) => {
        const addresses = inside.map(({ address }) => address);
        // A folder's rule also matches the page with the folder's own name.
        return [`${folder}/*`, allow([...addresses, folder, notFound])] as const;
      },
    ).sort(),
    ...top
      .sort()
      .flatMap((address) => getNames(address).map((name) => [name, allow([address])] as const)),
    ...others.sort(),
  ];
  return rules
    .flatMap(([pattern, headers]) => [
      `${pattern}\n`,
      ...Object.entries(showsDrafts ? openToEditor(headers) : headers).map(
        ([name, value]) => `  ${name}: ${value}\n`,
      ),
    ])
    .join('');
}

/** Writes the policy of this page into it: a rule for unknown addresses would allow what any page does. */
export function addPolicyToNotFound(html: string, inlineParts: InlineParts | null): string {
  const policy = new Map(createPagePolicy([notFound], { inlineParts, pictureOrigin: null }));
  // Browsers ignore this directive in a document and log a complaint.
  policy.delete('frame-ancestors');
  const charset = /<meta charset="?utf-8"?>/i.exec(html)?.[0];
  if (charset === undefined) throw new Error('The page for unknown addresses declares no charset.');
  return html.replace(
    charset,
    () => `${charset}<meta http-equiv="content-security-policy" content="${formatPolicy(policy)}">`,
  );
}
