declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';

  /**
   * Adds the tokens of footnotes. `env.footnotes.refs` has the number of each label, -1 where nothing refers to it;
   * `list` has those with a number, in its order: a label, or the tokens of one that stands in its line.
   */
  export default function footnote(markdown: MarkdownIt): void;
}
