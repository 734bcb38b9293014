/**
 * The draft preview on one Node machine: the site's own server behind a password, on a data folder and
 * a port of its own, which follows what editors save for as long as somebody looks.
 */
import { setInterval as every } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { createContentClient } from '../../content/contentful/client.ts';
import { createGate } from './preview-gate.ts';
import { startServer, type RunningServer, type ServerOptions } from './server.ts';
import type { ContentfulAccount } from '../../content/contentful/account.ts';

interface DraftPreviewOptions extends ServerOptions {
  config: Config & { contentful: ContentfulAccount };
}

/** Milliseconds between two questions for what was saved, and for which a page that is open counts. */
const checkEvery = 2000;
const looksFor = 15_000;

/**
 * @param options config: of drafts (`showDrafts`), with a data folder of its own
 * @throws what `startServer` throws
 */
export async function startDraftPreview(options: DraftPreviewOptions): Promise<RunningServer> {
  const { contentful, preview } = options.config;
  let lookedAt = -Infinity; // by the monotonic clock
  const server = await startServer({
    ...options,
    gate: createGate(preview.password, () => {
      lookedAt = performance.now();
    }),
  });

  // A save changes what the Preview API has, a publish also what the Delivery API has.
  const clients = [contentful, { ...contentful, showsDrafts: false }].map((account) =>
    createContentClient(account, { deadlineMs: 10_000 }),
  );
  let known = '';
  const check = async () => {
    if (performance.now() - lookedAt > looksFor) return;
    const states = clients.flatMap((client) => [
      client.fetchState('blogPost'),
      client.fetchState('resource'),
    ]);
    const state = JSON.stringify(await Promise.all(states));
    if (state !== known) server.update();
    known = state;
  };
  const stopping = new AbortController();
  const watching = (async () => {
    // What cannot be read now is asked for again; the log has it from the next update.
    for await (const _ of every(checkEvery, undefined, { signal: stopping.signal }))
      await check().catch(() => undefined);
  })().catch(() => undefined);

  return {
    ...server,
    async close() {
      stopping.abort();
      await watching;
      await server.close();
    },
  };
}
