/** The doorstep: the only file in which the engine meets the site. Another site brings another one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typefaces } from '#data/brand.ts';
import { dataTokens } from '#layouts/data-tokens.ts';
import type { ShareCard } from '#documents/share-card.ts';
import type * as InlineParts from '#layouts/inline-parts.ts';

export { collections } from '#collections/index.ts';
export { company } from '#data/company.ts';
export { messages } from '#data/messages.ts';
export { redirects } from '#data/redirects.ts';
export { contactSentPath, feedPath, feedType, routes } from '#data/routes.ts';
export { codePages } from '#documents/code-pages.ts';
export {
  getShareCard,
  getShareImagePath,
  nameShareImage,
  type ShareCard,
} from '#documents/share-card.ts';

/** Most publishes draw nothing, and the libraries load slowly. */
export const drawShareImage = async (card: ShareCard, mediaDirectory?: string): Promise<Buffer> =>
  (await import('#documents/share-image.ts')).drawShareImage(card, mediaDirectory);

/** The look of the site for a page without files of its own: everything but the typefaces. */
export const readStyles = (): string => {
  const [display, text] = [typefaces.display, typefaces.text].map(
    ({ family, fallback }) => `'${family}', ${fallback}`,
  );
  const styles = ['tokens', 'reset', 'base'].map((name) =>
    readFileSync(join(import.meta.dirname, '..', 'styles', `${name}.css`), 'utf8'),
  );
  return `${dataTokens}:root{--font-display:${display};--font-text:${text}}${styles.join('')}`;
};

/** What the layout writes into pages itself. Only the bundled code of the pages can load it. */
export async function loadInlineParts() {
  const path = '../layouts/inline-parts.ts';
  const load = import.meta.glob<typeof InlineParts>('../layouts/inline-parts.ts')[path];
  if (!load) throw new Error(`There is no ${path}.`);
  return load();
}
