/** The inline scripts and styles of a site's pages, as the bundled code declares them. They are a file of the site. */
import * as v from 'valibot';
import { parseJson } from '../schemas.ts';

/** Name of the file of some code. Its underscore keeps the file from visitors. */
export const nameInlineParts = (code: string) => `_inline-parts.${code}.json`;

/** The code whose file has this name; undefined for other names. */
export const getPartsCode = (name: string) => /^_inline-parts\.(\w+)\.json$/.exec(name)?.[1];

/** Hashes are sources of a Content Security Policy. */
const inlinePartsSchema = v.object({
  /** What any page may run. */
  scripts: v.array(v.string()),
  /** The styles of each route. The first route whose pattern matches a path counts. */
  routes: v.array(v.object({ pattern: v.string(), styles: v.array(v.string()) })),
});

/** Parses the file; null when there is none. */
export const parseInlineParts = (text: string): InlineParts | null =>
  parseJson(inlinePartsSchema, text);

export type InlineParts = v.InferOutput<typeof inlinePartsSchema>;
