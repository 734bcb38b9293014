/** Reads the site's policy (`security.csp` of astro.config.mjs). */
import type { AstroConfig } from 'astro';

type Policy = Exclude<AstroConfig['security']['csp'], boolean>;

const getPolicy = ({ csp }: AstroConfig['security']): Policy | null =>
  typeof csp === 'object' ? csp : null;

/** Lists the hashes that the site itself allows, on each page. */
export function listHashes(security: AstroConfig['security']): string[] {
  const { scriptDirective, styleDirective } = getPolicy(security) ?? {};
  return [...(scriptDirective?.hashes ?? []), ...(styleDirective?.hashes ?? [])].map((one) =>
    typeof one === 'string' ? one : one.hash,
  );
}

/** What Vite and Astro's toolbar do in dev: they write HTML, and ask their own servers. */
const unreported = /^(?:require-trusted-types-for|trusted-types|connect-src)\b/;

/** Formats the policy as browsers may report it in dev: any inline script and style, but attributes as on the hosts. */
export function formatDevPolicy(security: AstroConfig['security']): string | null {
  const policy = getPolicy(security);
  if (!policy) return null;
  const ofCode = (['script', 'style'] as const).flatMap((name) => {
    const entries = (policy[`${name}Directive`]?.resources ?? []).map((one) =>
      typeof one === 'string' ? ({ resource: one, kind: 'default' } as const) : one,
    );
    const listSources = (wanted: string) =>
      entries.filter(({ kind }) => kind === wanted).map(({ resource }) => resource);
    const own = listSources('default');
    const ofAttributes = listSources('attribute');
    const attributes = own.includes("'unsafe-inline'") ? own : ["'none'"];
    return [
      `${name}-src-elem 'self' 'unsafe-inline' ${[...own, ...listSources('element')].join(' ')}`,
      `${name}-src-attr ${(ofAttributes.length > 0 ? ofAttributes : attributes).join(' ')}`,
    ];
  });
  const others = (policy.directives ?? []).filter((one) => !unreported.test(one));
  return [...others, 'connect-src *', ...ofCode].join('; ');
}
