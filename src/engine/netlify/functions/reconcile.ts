import { setTimeout as wait } from 'node:timers/promises';
import { getStore } from '@netlify/blobs';
import type { Config, Context } from '@netlify/functions';
import { parseConfig } from '../../../config.ts';
import { type ContentfulAccount, createContentClient } from '../../content/index.ts';
import { describeError } from '../../log.ts';
import { createBuilds, fetchLiveBuild, type ContentState } from '../builds.ts';
import { log } from '../endpoint.ts';
import { removeExpiredSignatures } from '../signature-store.ts';

/** Milliseconds for each of two requests. A scheduled function has 30 seconds. */
const limit = 8000;

async function fetchContentState(config: ContentfulAccount): Promise<ContentState | null> {
  const client = createContentClient(config, { deadlineMs: limit });
  try {
    const [posts, resources] = await Promise.all([
      client.fetchState('blogPost'),
      client.fetchState('resource'),
    ]);
    return { posts, resources };
  } catch (error) {
    log({ event: 'content.failed', ...describeError(error) });
    return null;
  }
}

/** Starts a build for changes that webhooks missed, builds that failed and posts that are due. */
export default async function reconcile(
  _request: Request,
  context: Pick<Context, 'site'>,
): Promise<void> {
  const { contentful, netlifyBuildHookUrl: hookUrl, site } = parseConfig(process.env);
  const siteUrl = context.site.url ?? site.url;
  if (contentful === null || hookUrl === null) return;
  const blobs = getStore({ name: 'publish', consistency: 'strong' });
  const [content, live] = await Promise.all([
    fetchContentState(contentful),
    fetchLiveBuild(siteUrl, limit, log),
  ]);
  await createBuilds({ blobs, hookUrl, log, now: Date.now, wait }).reconcile(content, live);
  await removeExpiredSignatures(blobs, Date.now());
}

export const config: Config = { schedule: '*/5 * * * *' };
