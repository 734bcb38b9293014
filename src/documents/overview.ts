/** Renders llms.txt: the firm and the pages of the site in short, for language models (llmstxt.org). */
import { company } from '../data/company.ts';
import { engagements } from '../data/engagements.ts';
import { formatPrice } from '../data/prices.ts';
import { postPath, resourcePath } from '../data/routes.ts';
import { listCodePages, type PostSummary, type ResourceSummary } from '../engine/content/read.ts';

type Titled = Pick<PostSummary | ResourceSummary, 'slug' | 'title'>;

export function renderOverview(
  posts: readonly Titled[],
  resources: readonly Titled[],
  siteUrl: URL,
): string {
  const renderLink = ({ title, path }: { title: string; path: string }) =>
    `- [${title.replace(/[[\]\\]/g, '\\$&')}](${new URL(path, siteUrl).href})`;
  const sections = {
    Phones: company.phones.map(({ label, display }) => `- ${label}: ${display}`),
    Prices: engagements.map(
      ({ table, price }) => `- ${table.model}: ${formatPrice(price, 'table')}`,
    ),
    Pages: listCodePages()
      .filter(({ indexed }) => indexed)
      .map(renderLink),
    Resources: resources.map(({ slug, title }) => renderLink({ title, path: resourcePath(slug) })),
    Articles: posts.map(({ slug, title }) => renderLink({ title, path: postPath(slug) })),
  };
  return [
    `# ${company.name}\n\n> ${company.description}\n`,
    ...Object.entries(sections)
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`),
  ].join('\n');
}
