/** llms.txt: the firm and the pages of the site in short, for language models (llmstxt.org). */
import type { APIRoute } from 'astro';
import { company } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { formatPrice } from '#data/prices.ts';
import { postPath, resourcePath } from '#data/routes.ts';
import { listCodePages, read } from '#engine/content/read.ts';

export const GET: APIRoute = async ({ site }) => {
  const { posts, resources } = await read({ type: 'newest' });
  const renderLink = (title: string, path: string) =>
    `- [${title.replace(/[[\]\\]/g, '\\$&')}](${new URL(path, site).href})`;
  const sections = {
    Phones: company.phones.map(({ label, display }) => `- ${label}: ${display}`),
    Prices: engagements.map(
      ({ table, price }) => `- ${table.model}: ${formatPrice(price, 'table')}`,
    ),
    Pages: listCodePages()
      .filter(({ indexed }) => indexed)
      .map(({ title, path }) => renderLink(title, path)),
    Resources: resources.map(({ slug, title }) => renderLink(title, resourcePath(slug))),
    Articles: posts.map(({ slug, title }) => renderLink(title, postPath(slug))),
  };
  const text = [
    `# ${company.name}\n\n> ${company.description}\n`,
    ...Object.entries(sections)
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`),
  ].join('\n');
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
