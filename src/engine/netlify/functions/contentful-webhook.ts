import { setTimeout as wait } from 'node:timers/promises';
import { getStore } from '@netlify/blobs';
import type { Config } from '@netlify/functions';
import { parseConfig, sampleAccount } from '../../config.ts';
import { createWebhookHandler } from '../../serve/index.ts';
import { createBuilds } from '../builds.ts';
import { answer, log, type RequestContext } from '../endpoint.ts';
import { createSignatureStore } from '../signature-store.ts';

export default function contentfulWebhook(request: Request, context: RequestContext) {
  const { contentful, webhookSecret, netlifyBuildHookUrl: hookUrl } = parseConfig(process.env);
  const { spaceId, environment } = contentful ?? sampleAccount;
  const blobs = getStore({ name: 'publish', consistency: 'strong' });
  const handle = createWebhookHandler({
    // Without a build hook no event can be published, so the webhook refuses all events.
    secret: hookUrl === null ? null : webhookSecret,
    spaceId,
    environment,
    signatures: createSignatureStore(blobs),
    accept: async () => {
      if (hookUrl === null) return;
      const builds = createBuilds({ blobs, hookUrl, log, now: Date.now, wait });
      const since = await builds.event();
      context.waitUntil(builds.callAfter(since));
    },
    log,
    now: Date.now,
  });
  return answer(request, context, { 'POST /api/webhooks/contentful': handle });
}

export const config: Config = {
  // Literals only: Netlify reads this object without running the file.
  path: '/api/webhooks/contentful',
  method: ['POST'],
  // Contentful sends bursts from few addresses; this limit stops only floods from others.
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
