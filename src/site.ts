/** What the engine is told of this site. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collections } from '#collections/index.ts';
import { typefaces } from '#data/brand.ts';
import { company } from '#data/company.ts';
import { messages } from '#data/messages.ts';
import { redirects } from '#data/redirects.ts';
import { contactSentPath, feedPath, feedType, routes } from '#data/routes.ts';
import { codePages } from '#documents/code-pages.ts';
import { getShareCard, nameShareImage } from '#documents/share-card.ts';
import type { Site } from '#engine/declare/declaration.ts';
import { dataTokens } from '#layouts/data-tokens.ts';

/** The look of the site for a page without files of its own: everything but the typefaces. */
const readStyles = (): string => {
  const [display, text] = [typefaces.display, typefaces.text].map(
    ({ family, fallback }) => `'${family}', ${fallback}`,
  );
  const styles = ['tokens', 'reset', 'base'].map((name) =>
    readFileSync(join(import.meta.dirname, 'styles', `${name}.css`), 'utf8'),
  );
  return `${dataTokens}:root{--font-display:${display};--font-text:${text}}${styles.join('')}`;
};

const { labels, failure, status } = messages.contact;

export const site = {
  name: company.name,
  collections,
  timeZone: company.timeZone,
  pages: codePages.map(({ path, title, indexed }) => ({ path, title, indexed })),
  redirects,
  feed: { path: feedPath, type: feedType },
  leads: {
    path: routes.contact,
    sentPath: contactSentPath,
    labels,
    inbox: company.inbox,
    sender: company.sender,
    describeFailure: (code, reason) => failure(status(code, reason), ''),
  },
  shareImages: {
    getCard: getShareCard,
    getPath: nameShareImage,
    plain: { label: '', title: company.tagline, cover: null },
    drawing: 'src/documents/share-image.ts',
  },
  checks: 'scripts/facts.ts',
  doctor: 'scripts/doctor/check-built.ts',
  sample: 'scripts/sample/index.ts',
  preview: { readStyles },
} satisfies Site;
