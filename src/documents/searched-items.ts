/** What search finds: pages, posts and resources as HTML for Pagefind. */
import { postPath, resourcePath } from '#data/routes.ts';
import type { Post, Resource } from '#engine/content/read.ts';
import { escapeHtml } from './escape-html.ts';
import type { SearchedPage } from './searched-pages.ts';

/** An item of the search index. */
export interface Searched {
  /** Address on the site. */
  path: string;
  html: string;
}

interface Parts extends Omit<SearchedPage, 'texts'> {
  lead: string;
  body: string;
}

/** Renders an item; its words find it and stand in no excerpt, such as author and tags. */
const renderSearched = ({ path, title, type, words = [], lead, body }: Parts): Searched => {
  const texts = [title, type, words.join(' ')].map(escapeHtml);
  const meta = ['title', 'type', 'words'].map(
    (name, index) => texts[index] && `<p data-pagefind-meta="${name}">${texts[index]}</p>`,
  );
  // Pagefind joins the words of neighbouring cells, so a space goes between them.
  const text = `<p>${escapeHtml(lead)}</p>${body.replace(/<\/t[dh]>/g, ' $&')}`;
  return {
    path,
    html: `<html><body>${meta.join('')}<div data-pagefind-body>${text}</div></body></html>`,
  };
};

export const toSearchedPage = ({ texts: [lead = '', ...others], ...page }: SearchedPage) => {
  const body = others.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return renderSearched({ ...page, lead, body });
};

export const toSearchedPost = ({ slug, title, author, tags, excerpt, body }: Post): Searched =>
  renderSearched({
    path: postPath(slug),
    title,
    type: 'Article',
    words: [author, ...tags],
    lead: excerpt,
    body: body.html,
  });

export const toSearchedResource = ({ slug, title, type, subtitle, body }: Resource): Searched =>
  renderSearched({ path: resourcePath(slug), title, type, lead: subtitle, body: body.html });
