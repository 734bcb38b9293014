/** Writes posts and resources for the search index, with the marks of Pagefind. */
import type { Post, Resource } from '../content/read.ts';
import { postPath, resourcePath } from '../../data/routes.ts';
import { escapeHtml } from '../../documents/escape-html.ts';

/** An item of the search index. */
export interface Searched {
  /** Address on the site. */
  path: string;
  html: string;
}

interface Parts {
  path: string;
  title: string;
  type: string;
  tags?: readonly string[];
  lead: string;
  body: string;
}

const renderSearched = ({ path, title, type, tags = [], lead, body }: Parts): Searched => {
  const texts = [title, type, tags.join(' ')].map(escapeHtml);
  const meta = ['title', 'type', 'tags'].map(
    (name, index) => texts[index] && `<p data-pagefind-meta="${name}">${texts[index]}</p>`,
  );
  // Pagefind joins the words of neighbouring cells, so a space goes between them.
  const text = `<p>${escapeHtml(lead)}</p>${body.replace(/<\/t[dh]>/g, ' $&')}`;
  return {
    path,
    html: `<html><body>${meta.join('')}<div data-pagefind-body>${text}</div></body></html>`,
  };
};

export const toSearchedPost = ({ slug, title, tags, excerpt, body }: Post): Searched =>
  renderSearched({
    path: postPath(slug),
    title,
    type: 'Article',
    tags,
    lead: excerpt,
    body: body.html,
  });

export const toSearchedResource = ({ slug, title, type, subtitle, body }: Resource): Searched =>
  renderSearched({ path: resourcePath(slug), title, type, lead: subtitle, body: body.html });
