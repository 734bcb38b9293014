/** Renders a post or a resource as Markdown, without the page around it. */
import {
  formatDate,
  parseDay,
  type Picture,
  type Post,
  type Resource,
} from '../../engine/content/read.ts';
import { postPath, resourcePath } from '../../data/routes.ts';
import { renderForElsewhere } from '../portable-body.ts';
import { escapeText, renderImage, renderMarkdown, renderText } from './from-html.ts';

interface Article {
  path: string;
  title: string;
  /** Author, date and type. */
  byline: readonly string[];
  lead: string;
  image: Picture | null;
  html: string;
}

function renderArticle(article: Article, siteUrl: URL): string {
  const { path, title, byline, lead, image, html } = article;
  const address = new URL(path, siteUrl).href;
  return [
    `# ${escapeText(title)}`,
    renderText(byline.filter(Boolean).join(' · ')),
    `Canonical: <${address}>`,
    renderText(lead),
    image ? renderImage(image.alt, new URL(image.src, siteUrl).href) : '',
    renderMarkdown(renderForElsewhere(html, siteUrl, address)),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

export function renderPostMarkdown(post: Post, siteUrl: URL): string {
  const { slug, title, author, publishedDate, excerpt, image, body } = post;
  const day = parseDay(publishedDate);
  const byline = [author && `By ${author}`, day ? formatDate(day) : ''];
  const path = postPath(slug);
  return renderArticle({ path, title, byline, lead: excerpt, image, html: body.html }, siteUrl);
}

export function renderResourceMarkdown(resource: Resource, siteUrl: URL): string {
  const { slug, title, subtitle, author, type, readTime, body } = resource;
  const byline = [type, author && `By ${author}`, `${readTime} read`];
  const path = resourcePath(slug);
  return renderArticle(
    { path, title, byline, lead: subtitle, image: null, html: body.html },
    siteUrl,
  );
}
