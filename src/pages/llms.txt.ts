/** llms.txt: the firm, and what each page of the site is, for language models (llmstxt.org). */
import type { APIRoute } from 'astro';
import { company } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { formatPrice } from '#data/prices.ts';
import { collections } from '#collections/index.ts';
import { codePages } from '#documents/code-pages.ts';
import { hasPages, itemPath } from '#engine/declare/collections.ts';
import { getText, read, shortenText } from '#engine/content/read.ts';

export const GET: APIRoute = async ({ site }) => {
  const renderLink = (title: string, path: string, description = '') =>
    `- [${title.replace(/[[\]\\]/g, '\\$&')}](${new URL(path, site).href})${description && `: ${shortenText(description)}`}`;
  const sections: Record<string, string[]> = {
    Phones: company.phones.map(({ label, display }) => `- ${label}: ${display}`),
    Prices: engagements.map(
      ({ table, price }) => `- ${table.model}: ${formatPrice(price, 'table')}`,
    ),
    Pages: codePages
      .filter(({ indexed }) => indexed)
      .map(({ title, path, description }) => renderLink(title, path, description)),
  };
  for (const collection of collections.filter(hasPages)) {
    const items = await read({ type: 'first', collection: collection.name, most: 100 });
    sections[collection.pages.label] = items.map((item) =>
      renderLink(
        item.title,
        itemPath(collection, item.slug),
        getText(item, collection.pages.lead) || item.opening,
      ),
    );
  }
  const text = [
    `# ${company.name}\n\n> ${company.description}\n`,
    ...Object.entries(sections)
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`),
  ].join('\n');
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
