/** What search finds: pages and items as HTML for Pagefind. */
import { escapeHtml } from '#engine/escape-html.ts';
import { searchedPages, type SearchedPage } from './searched-pages.ts';

/** An item of the search index. */
export interface Searched {
  /** Address on the site. */
  path: string;
  html: string;
}

export interface SearchedParts extends Omit<SearchedPage, 'texts'> {
  lead: string;
  body: string;
}

/** Renders an item; its words find it and stand in no excerpt, such as author and tags. */
export const renderSearched = ({
  path,
  title,
  type,
  words = [],
  lead,
  body,
}: SearchedParts): Searched => {
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

export const searchedCodePages = searchedPages.map(({ texts: [lead = '', ...others], ...page }) => {
  const body = others.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return renderSearched({ ...page, lead, body });
});
