import { openSite } from '#engine/commands/open-site.ts';
import { startDraftPreview, type OriginEvents } from '#engine/front/index.ts';
import { showDrafts } from '#engine/config.ts';
import { team } from '#data/team.ts';
import { makePost } from '../fixtures/many-posts.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { openAccount } from './account.ts';
import { closing } from './closing.ts';

const secret = 'correct-horse-battery';
/** A page as the address in Contentful's preview settings opens it. */
export const withSecret = (path: string) => `${path}?secret=${secret}`;
export const { drafts } = fixtureSpace;
export const draftPath = '/blog/first-marketing-hire';

/** Related to the draft, and by an author whose page names it. */
export const published = makePost(1, { author: team[0]?.name, tags: ['Hiring'] });

/** Starts a preview with two posts: it bundles and renders the whole site again. */
export async function openPreview() {
  const space = { entries: [published], drafts, assets: [] };
  const account = closing(await openAccount(space, { PREVIEW_SECRET: secret }));
  const config = showDrafts(account.config);
  const log = () => undefined;
  const openOwn = (events: OriginEvents) => openSite(config, false, log, events);
  const { url } = closing(await startDraftPreview({ config, openSite: openOwn, log }));
  return { url, service: account.service };
}
