import { openSite } from '#scripts/command-line/open-site.ts';
import { startDraftPreview } from '#engine/serve/node/preview.ts';
import { showDrafts } from '#engine/config.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { openAccount } from './account.ts';
import { closing } from './closing.ts';

export const password = 'correct-horse-battery';
export const { drafts } = fixtureSpace;
export const draftPath = '/blog/first-marketing-hire';

/** Starts a preview with nothing but drafts: one bundles and renders the whole site again. */
export async function openPreview() {
  const space = { entries: [], drafts, assets: [] };
  const account = closing(await openAccount(space, { PREVIEW_PASSWORD: password }));
  const config = showDrafts(account.config);
  const log = () => undefined;
  const openOwn = () => openSite(config, false, log);
  const { url } = closing(await startDraftPreview({ config, openSite: openOwn, log }));
  return { url, service: account.service };
}
