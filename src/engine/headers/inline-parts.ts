/** The inline scripts and styles of the pages, as their bundled code declares them. */
import { hash } from 'node:crypto';
import * as v from 'valibot';

/** Where a static build writes them until its end. The underscore keeps the file from visitors. */
export const inlinePartsPath = '/_inline-parts.json';

/** Hashes are sources of a Content Security Policy. */
export const inlinePartsSchema = v.object({
  /** What any page may run. */
  scripts: v.array(v.string()),
  /** The file of each route, from the root of the project, and its styles. A dynamic one lists its pages itself. */
  routes: v.array(
    v.object({
      pattern: v.string(),
      isDynamic: v.boolean(),
      file: v.string(),
      styles: v.array(v.string()),
    }),
  ),
});

export type InlineParts = v.InferOutput<typeof inlinePartsSchema>;

/** Names a text as a source of a Content Security Policy. */
export const toSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Finds the routes that may have made a page: the first whose pattern matches, or all that do when that one is dynamic. */
export function findRoutes(address: string, { routes }: InlineParts) {
  const matching = routes.filter(({ pattern }) => new RegExp(pattern).test(address));
  return matching[0]?.isDynamic ? matching : matching.slice(0, 1);
}
