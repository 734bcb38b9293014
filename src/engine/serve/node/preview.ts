/**
 * The draft preview on one Node machine: the site's own server behind a password, with its own data folder
 * and port. While a visitor is there, the preview follows what editors save.
 */
import { setInterval as every } from 'node:timers/promises';
import type { Config } from '../../../config.ts';
import { type ContentfulAccount, createContentClient } from '../../content/index.ts';
import { createGate } from './preview-gate.ts';
import { startServer, type RunningServer, type ServerOptions } from './server.ts';

interface DraftPreviewOptions extends ServerOptions {
  config: Config & { contentful: ContentfulAccount };
}

/**
 * Milliseconds between two checks for saved entries, and for which an open page counts as a visitor.
 */
const checkEvery = 2000;
const looksFor = 15_000;

/**
 * Starts the draft preview.
 * @param options `config` shows drafts (`showDrafts`) and has its own data folder
 * @throws the errors of `startServer`
 */
export async function startDraftPreview(options: DraftPreviewOptions): Promise<RunningServer> {
  const { contentful, preview } = options.config;
  let lookedAt = -Infinity; // monotonic milliseconds
  const server = await startServer({
    ...options,
    gate: createGate(preview.password, () => {
      lookedAt = performance.now();
    }),
  });

  // A save changes the Preview API; a publish also changes the Delivery API.
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
    // A failed check is repeated; the next update logs the reason.
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
