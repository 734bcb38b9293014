import cards from '../styles/prose/cards.css?inline';
import code from '../styles/prose/code.css?inline';
import figures from '../styles/prose/figures.css?inline';
import rules from '../styles/prose/rules.css?inline';
import tables from '../styles/prose/tables.css?inline';

/** Styles that few texts need, after the markup that needs them (content/pull/rich-text/render.ts). */
const rare: readonly [markup: string, styles: string][] = [
  ['<code', code],
  ['<table', tables],
  ['<figure', figures],
  ['class="entry-card"', cards],
  ['class="download"', cards],
  ['<hr', rules],
];

/**
 * The styles for rich text that styles/prose.css lacks: 40 to 250 compressed bytes that most pages save.
 * @param html the rendered text; without it all styles, for a text that comes later
 */
export const getProseStyles = (html?: string): string => {
  const used = rare.filter(([markup]) => html?.includes(markup) ?? true);
  return [...new Set(used.map(([, styles]) => styles))].join('');
};
