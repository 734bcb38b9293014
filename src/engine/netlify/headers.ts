/**
 * Renders `_headers` (https://docs.netlify.com/manage/routing/headers/) as on Node, a rule for the pages of a route. When
 * several rules match a path, Netlify may join the values or take the last one: the rule of all paths, which others join,
 * says of the policy only what is true of each page.
 */
import type { HookParameters, IntegrationResolvedRoute } from 'astro';
import { hasPages } from '../declare/collections.ts';
import { collections, feed } from '../site.ts';
import {
  type HeaderFields,
  createSecurityHeaders,
  folderHeaders,
  getOwnHeaders,
  openToEditor,
  pageCaching,
  isPage,
  permissionsPolicy,
  type FileKind,
} from '../headers/index.ts';

/** Sources by directive. */
type Policy = ReadonlyMap<string, ReadonlySet<string>>;
/** The policies of the routes, by Netlify's patterns of their addresses. */
export type RoutePolicies = ReadonlyMap<string, Policy>;

const parsePolicy = (text: string): Policy =>
  new Map(
    text.split(';').flatMap((directive) => {
      const [name, ...sources] = directive.split(/\s+/).filter(Boolean);
      return name === undefined ? [] : [[name, new Set(sources)] as const];
    }),
  );

/** The policy that allows what any of these does. */
function joinPolicies(policies: readonly Policy[]): Policy {
  const joined = new Map<string, Set<string>>();
  for (const policy of policies)
    for (const [name, sources] of policy)
      joined.set(name, new Set([...(joined.get(name) ?? []), ...sources]));
  return joined;
}

const formatPolicy = (policy: Policy): string =>
  Array.from(policy, ([name, sources]) => [name, ...sources].join(' ')).join('; ');

/** `/blog/:slug` for `/blog/[slug]`. */
const toPattern = ({ segments }: Pick<IntegrationResolvedRoute, 'segments'>): string =>
  `/${segments
    .map((parts) => {
      const [{ dynamic, spread, content } = { dynamic: false, spread: false, content: '' }] = parts;
      if (spread) return '*';
      return dynamic ? `:${content}` : parts.map((part) => part.content).join('');
    })
    .join('/')}`;

/** Collects the policies of what Astro has made, for each route one that allows what any of its pages does. */
export function collectPolicies(
  pages: HookParameters<'astro:build:generated'>['routeToHeaders'],
): RoutePolicies {
  const found = Array.from(pages.values(), ({ headers, route }) => ({
    pattern: toPattern(route),
    policy: headers.get('content-security-policy'),
  })).filter(({ policy }) => policy !== null);
  return new Map(
    Array.from(
      Map.groupBy(found, ({ pattern }) => pattern),
      ([pattern, ofRoute]) => {
        // Pages are made in no certain order.
        const texts = new Set(ofRoute.map(({ policy }) => policy ?? '').sort());
        return [pattern, joinPolicies(Array.from(texts, parsePolicy))];
      },
    ),
  );
}

/** The patterns of items, at whose addresses the pages below /live are shown, too. */
const ofItems = collections.filter(hasPages).map(({ pages }) => `${pages.path}/:`);

/** The order of patterns: the general ones first. */
const toOrder = (pattern: string) => pattern.replace('*', ' ').replaceAll(':', '!');

/** What is true of each page, also of one without a policy. */
const ofEachPage = ['base-uri', 'form-action', 'frame-ancestors', 'require-trusted-types-for'];

interface Options {
  siteUrl: string;
  policies: RoutePolicies;
  /** Whether this deploy is a preview, which search engines must not show. */
  isPreview: boolean;
  /** Whether the deploy shows drafts, also to Contentful's editor. */
  showsDrafts: boolean;
}

/** Renders `_headers`. */
export function renderNetlifyHeaders(
  files: readonly FileKind[],
  { siteUrl, policies, isPreview, showsDrafts }: Options,
): string {
  const toHeader = (policy: Policy): HeaderFields =>
    policy.size > 0 ? { 'content-security-policy': formatPolicy(policy) } : {};
  const all = [...policies.values()];
  const common = new Map(
    ofEachPage.flatMap((name) => {
      const [first, ...others] = all.map((policy) => [...(policy.get(name) ?? [])].join(' '));
      const isSame = first !== undefined && first !== '' && others.every((one) => one === first);
      return isSame ? [[name, new Set(first.split(' '))] as const] : [];
    }),
  );
  const pageRules = Array.from(policies.keys(), (pattern) => {
    const isOfItems = ofItems.some((start) => pattern.startsWith(start));
    const address = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
    const shown = [...policies].filter(
      ([other]) => address.test(other) || (isOfItems && other.startsWith('/live/')),
    );
    return [pattern, joinPolicies(shown.map(([, policy]) => policy))] as const;
  }).flatMap(([pattern, policy]) => {
    const headers = { ...pageCaching, ...toHeader(policy) };
    const hasFile = !/[:*]/.test(pattern);
    // Netlify also serves the file name.
    return [pattern, ...(hasFile ? [`${pattern === '/' ? '/index' : pattern}.html`] : [])].map(
      (name) => [name, headers] as const,
    );
  });
  const others: [address: string, headers: HeaderFields][] = files.flatMap((file) => {
    const isTyped = [feed?.path, '/favicon.ico'].includes(file.address);
    const headers = { ...getOwnHeaders(file), ...(isTyped && { 'content-type': file.type }) };
    return isPage(file) || Object.keys(headers).length === 0 ? [] : [[file.address, headers]];
  });

  const ofAll = {
    ...createSecurityHeaders(siteUrl),
    'permissions-policy': permissionsPolicy,
    ...toHeader(common),
    ...(isPreview && { 'x-robots-tag': 'noindex' }),
  };
  const rules: (readonly [pattern: string, headers: HeaderFields])[] = [
    ['/*', ofAll],
    ...Object.entries(folderHeaders).map(([folder, headers]) => [`${folder}*`, headers] as const),
    // A placeholder before the name of a page, whose rule is the last then.
    ...pageRules.sort(([one], [other]) => (toOrder(one) < toOrder(other) ? -1 : 1)),
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
export function addPolicyToNotFound(html: string, policies: RoutePolicies): string {
  const policy = new Map(policies.get('/404'));
  // Browsers ignore it in a document: https://developer.mozilla.org/docs/Web/HTTP/Headers/Content-Security-Policy/frame-ancestors
  policy.delete('frame-ancestors');
  const charset = /<meta charset="?utf-8"?>/i.exec(html)?.[0];
  if (policy.size === 0 || charset === undefined) return html;
  return html.replace(
    charset,
    () => `${charset}<meta http-equiv="content-security-policy" content="${formatPolicy(policy)}">`,
  );
}
