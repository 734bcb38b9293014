/** The inline scripts and styles of the pages, as their bundled code declares them. */
import * as v from 'valibot';

/** Where a static build writes them until its end. The underscore keeps the file from visitors. */
export const inlinePartsPath = '/_inline-parts.json';

/** Hashes are sources of a Content Security Policy. */
export const inlinePartsSchema = v.object({
  /** What any page may run. */
  scripts: v.array(v.string()),
  /** The styles of each route. The first route whose pattern matches a path counts. */
  routes: v.array(v.object({ pattern: v.string(), styles: v.array(v.string()) })),
});

export type InlineParts = v.InferOutput<typeof inlinePartsSchema>;
