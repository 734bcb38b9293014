/** Renders llms.txt: every page of the site with its address, for language models (llmstxt.org). */
import type { PostSummary, ResourceSummary } from '../../engine/content/read.ts';
import { company } from '../../data/company.ts';
import { engagements } from '../../data/engagements.ts';
import { markdownPath, postPath, resourcePath, routes, servicePath } from '../../data/routes.ts';
import { categories, services } from '../../data/services/index.ts';
import { escapeText, renderLink, renderText } from './from-html.ts';

interface Line {
  title: string;
  path: string;
  about: string;
}

const pages: readonly Line[] = [
  { title: 'About Us', path: routes.about, about: 'who we are and how we work' },
  { title: 'Contact', path: routes.contact, about: 'book a call or send a message' },
  { title: 'Services', path: routes.services, about: 'all services and prices' },
  { title: 'Blog', path: routes.blog, about: 'all articles' },
  { title: 'Resources', path: routes.resources, about: 'all guides and playbooks' },
];

export function renderOverview(
  posts: readonly Pick<PostSummary, 'slug' | 'title' | 'excerpt'>[],
  resources: readonly Pick<ResourceSummary, 'slug' | 'title' | 'subtitle'>[],
  siteUrl: URL,
): string {
  const renderLine = ({ title, path, about }: Line) =>
    `- ${renderLink(title, new URL(path, siteUrl).href)}${about && `: ${escapeText(about)}`}`;
  const renderSection = (title: string, lines: readonly Line[]) =>
    lines.length > 0 ? `## ${title}\n\n${lines.map(renderLine).join('\n')}` : '';

  return [
    `# ${company.name}`,
    `> ${escapeText(company.description)}`,
    renderText(
      'Articles and resources are linked as Markdown; their pages have the same addresses without .md.',
    ),
    renderSection('Pages', pages),
    ...categories.map(({ slug, title }) =>
      renderSection(
        `Services: ${title}`,
        services
          .filter(({ category }) => category === slug)
          .map((service) => ({
            title: service.title,
            path: servicePath(slug, service.slug),
            about: service.subtitle,
          })),
      ),
    ),
    renderSection(
      'How We Engage',
      engagements.map(({ table: { model, price, description }, link }) => ({
        title: model,
        path: link,
        about: `${price}. ${description}`,
      })),
    ),
    renderSection(
      'Resources',
      resources.map(({ slug, title, subtitle }) => ({
        title,
        path: markdownPath(resourcePath(slug)),
        about: subtitle,
      })),
    ),
    renderSection(
      'Articles',
      posts.map(({ slug, title, excerpt }) => ({
        title,
        path: markdownPath(postPath(slug)),
        about: excerpt,
      })),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}
