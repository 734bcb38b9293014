/** Makes of the policy of a whole site (Astro's `security.csp`) the one of a page. */
import { hash } from 'node:crypto';
import { editorOrigins } from '../account.ts';
import { task } from './protocol.ts';

/** The text of a script or style is no HTML, and an attribute may have any sign within its quotation marks. */
const inlinePart = /<(script|style)((?:"[^"]*"|'[^']*'|[^>"'])*)>(.*?)<\/\1>/gis;
/** Other types are data, which no browser runs. */
const isCode = (attributes: string) =>
  /^(?:module|text\/javascript|speculationrules|importmap)?$/.test(
    /\btype="?([^"\s]*)/.exec(attributes)?.[1] ?? '',
  ) && !/\bsrc=/.test(attributes);

/** Lists what a policy allows for scripts or styles. */
function listSources(policy: string, kind: 'script' | 'style'): string[] {
  const directives = policy.split(';').map((one) => one.trim().split(/\s+/));
  const [, ...sources] =
    [`${kind}-src-elem`, `${kind}-src`, 'default-src']
      .map((name) => directives.find(([own]) => own === name))
      .find(Boolean) ?? [];
  return sources;
}

/** Whether the policy runs a part. Beside a hash 'unsafe-inline' has no effect. */
const isAllowed = (sources: readonly string[], source: string): boolean =>
  sources.includes(`'${source}'`) ||
  (sources.includes("'unsafe-inline'") && !sources.some((one) => one.startsWith("'sha")));

/** Of what was warned. A page for each visitor may have other parts each time. */
const warned = new Set<string>();
const mostWarnings = 100;

/** Tells the engineer of an inline part that browsers refuse in silence, once for each route. */
function warnOfRefused(kind: 'script' | 'style', source: string, text: string, route: string) {
  const method = { script: 'insertScriptHash', style: 'insertStyleHash' }[kind];
  const line = `warning: ${route} has an inline <${kind}> that the policy refuses (${JSON.stringify(text.trim().slice(0, 40))}): call Astro.csp?.${method}('${source}') in the component, or allow it in security.csp of astro.config.mjs.`;
  if (warned.has(line) || warned.size === mostWarnings) return;
  console.warn(line);
  warned.add(line);
}

/**
 * Astro writes the hashes of the parts of all pages into the policy of each: 4 KB of a head. A page keeps its own.
 * @param policy that Astro made @param html of the page
 */
export function toPagePolicy(policy: string, html: string, routePattern: string): string {
  const { PICTURE_ORIGIN, POLICY_HASHES, SHOWS_DRAFTS } = import.meta.env;
  // One bundle serves every account: its process is told of the pictures.
  const pictureOrigin = task.pictureOrigin ?? PICTURE_ORIGIN;
  const [, algorithm = 'sha256'] = / '(sha\d+)-/.exec(policy) ?? [];
  const own = new Set<string>(POLICY_HASHES);
  const sources = { script: listSources(policy, 'script'), style: listSources(policy, 'style') };
  for (const [, element = '', attributes = '', text = ''] of html.matchAll(inlinePart)) {
    const kind = element.toLowerCase() === 'style' ? 'style' : 'script';
    if (text === '' || !(kind === 'style' || isCode(attributes))) continue;
    const source = `${algorithm}-${hash(algorithm, text, 'base64')}`;
    own.add(source);
    if (!isAllowed(sources[kind], source)) warnOfRefused(kind, source, text, routePattern);
  }
  return policy
    .replace(/ '(sha\d+-[^']+)'/g, (found, source: string) => (own.has(source) ? found : ''))
    .replace(/\bimg-src (?!https?:)/, `$&${pictureOrigin ? `${pictureOrigin} ` : ''}`)
    .replace("frame-ancestors 'none'", (found) =>
      SHOWS_DRAFTS ? `frame-ancestors ${editorOrigins.join(' ')}` : found,
    );
}
