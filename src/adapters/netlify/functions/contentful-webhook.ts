import { setTimeout as wait } from 'node:timers/promises';
import { getStore } from '@netlify/blobs';
import type { Config, Context } from '@netlify/functions';
import { parseConfig, sampleAccount } from '../../../config.ts';
import { createApp } from '../../../server/app.ts';
import { createWebhookHandler } from '../../../server/publish/webhook.ts';
import { createBuilds } from '../builds.ts';
import { log } from '../outbox.ts';
import { createSignatureStore } from '../signature-store.ts';

const path = '/api/webhooks/contentful';

export default function contentfulWebhook(
  request: Request,
  context: Pick<Context, 'ip' | 'site' | 'waitUntil'>,
): Response | Promise<Response> {
  const { contentful, webhookSecret, netlifyBuildHookUrl: hookUrl } = parseConfig(process.env);
  const { spaceId, environment } = contentful ?? sampleAccount;
  const blobs = getStore({ name: 'publish', consistency: 'strong' });
  const handle = createWebhookHandler({
    // Without a hook to call nothing would come of an event, so none is taken.
    secret: hookUrl === null ? null : webhookSecret,
    spaceId,
    environment,
    signatures: createSignatureStore(blobs),
    accept: async () => {
      if (hookUrl === null) return;
      const builds = createBuilds({ blobs, hookUrl, log, now: Date.now, wait });
      const since = await builds.wish();
      context.waitUntil(builds.callAfter(since));
    },
    log,
    now: Date.now,
  });
  const siteUrl = context.site.url ?? new URL(request.url).origin;
  return createApp({ endpoints: [{ method: 'POST', path, handle }], siteUrl, log })(
    request,
    context.ip,
  );
}

export const config: Config = {
  path,
  method: ['POST'],
  // A storm of an editor comes from few addresses of Contentful; this only stops floods of others.
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
