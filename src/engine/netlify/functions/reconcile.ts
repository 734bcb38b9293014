import { setTimeout as wait } from 'node:timers/promises';
import { getStore } from '@netlify/blobs';
import type { Config, Context } from '@netlify/functions';
import { parseConfig } from '../../config.ts';
import { type ContentfulAccount, createContentClient } from '../../content/contentful/index.ts';
import { describeError } from '../../log.ts';
import { createBuilds, fetchLiveBuild } from '../builds.ts';
import { log } from '../endpoint.ts';
import { removeExpiredSignatures } from '../signature-store.ts';

/** Time for a request. A scheduled function has 30 seconds. */
const questionLimitMs = 8000;

async function hasChanged(config: ContentfulAccount, revision: string): Promise<boolean | null> {
  const client = createContentClient(config, { deadlineMs: questionLimitMs });
  try {
    return await client.hasChanged(revision);
  } catch (error) {
    log({ event: 'content.failed', ...describeError(error) });
    return null;
  }
}

/** Starts a build for changes that webhooks missed, builds that failed and entries that are due. */
export default async function reconcile(_request: Request, context: Pick<Context, 'site'>) {
  const { contentful, netlifyBuildHookUrl: hookUrl, site } = parseConfig(process.env);
  const siteUrl = context.site.url ?? site.url;
  if (contentful === null || hookUrl === null) return;
  const blobs = getStore({ name: 'publish', consistency: 'strong' });
  const live = await fetchLiveBuild(siteUrl, questionLimitMs, log);
  const isChanged = live && (await hasChanged(contentful, live.readUpTo));
  await createBuilds({ blobs, hookUrl, log, now: Date.now, wait }).reconcile(isChanged, live);
  await removeExpiredSignatures(blobs, Date.now());
}

export const config: Config = { schedule: '*/5 * * * *' };
