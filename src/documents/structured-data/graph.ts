/**
 * One JSON-LD graph of schema.org nodes for each page, linked by `@id`. Nodes use paths of this site,
 * which become absolute when the graph is rendered.
 */
import type { Thing } from 'schema-dts';

/** Ids of nodes that more than one page refers to. */
export const nodeIds = {
  organization: '/#organization',
  website: '/#website',
  blog: '/blog#blog',
  engagements: '/services#engagements',
} as const;

const addresses = new Set(['@id', 'url', 'item', 'image', 'logo']);

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * The text of a script element, escaped so that no text in it can end the element.
 * @param origin of the site, such as 'https://www.example.com'
 */
export function renderGraph(nodes: readonly Thing[], origin: string | URL): string {
  const json = JSON.stringify(
    { '@context': 'https://schema.org', '@graph': nodes },
    (name, value: unknown) =>
      addresses.has(name) && typeof value === 'string' && value.startsWith('/')
        ? new URL(value, origin).href
        : value,
  );
  return json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? '');
}
