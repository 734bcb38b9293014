declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';

  /** Adds the tokens of footnotes. `env.footnotes.refs` has the number of each label, -1 where nothing refers to it. */
  export default function footnote(markdown: MarkdownIt): void;
}
