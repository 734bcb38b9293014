/** What search finds: pages and items as HTML for Pagefind. */
import { foldLetters } from '#data/fold-letters.ts';
import { escapeHtml } from '#engine/escape-html.ts';
import { searchedPages, type SearchedPage } from './searched-pages.ts';

export interface Searched {
  path: string;
  html: string;
}

export interface SearchedParts extends Omit<SearchedPage, 'texts'> {
  lead: string;
  body: string;
}

/** Words with letters that Pagefind does not find by plain ones, as people type them who lack the letters. */
const foldWords = (text: string) =>
  (text.match(/\p{L}*[ßæœøłđðþıħ]\p{L}*/giu) ?? []).slice(0, 200).map(foldLetters).join(' ');

/** Of a longer text search knows the beginning. In characters of HTML. */
const longestBody = 500_000;

/** Renders an item; its words find it and stand in no excerpt, such as author and tags. */
export const renderSearched = ({
  path,
  title,
  type,
  words = '',
  lead,
  body,
}: SearchedParts): Searched => {
  const folded = foldWords([title, words, lead, body].join(' '));
  const fields = { title, type, words: [words, folded].filter(Boolean).join(', ') };
  const meta = Object.entries(fields).map(
    ([name, text]) => text && `<p data-pagefind-meta="${name}">${escapeHtml(text)}</p>`,
  );
  // Pagefind joins the words of neighbouring cells, so a space goes between them.
  const text = `<p>${escapeHtml(lead)}</p>${body.slice(0, longestBody).replace(/<\/t[dh]>/g, ' $&')}`;
  return {
    path,
    html: `<html><body>${meta.join('')}<div data-pagefind-body>${text}</div></body></html>`,
  };
};

const mostWords = 5000;

/** The words that items use, those used most first: a misspelt word of a question is compared with them. */
export function listWords(items: readonly Searched[]): string[] {
  const counts = new Map<string, number>();
  for (const { html } of items)
    for (const word of foldLetters(html.replace(/<[^>]*>|&\w+;/g, ' ')).match(/\p{L}{4,30}/gu) ??
      [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return byCount.slice(0, mostWords).map(([word]) => word);
}

export const searchedCodePages = searchedPages.map(({ texts: [lead = '', ...others], ...page }) => {
  const body = others.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return renderSearched({ ...page, lead, body });
});
