/**
 * The draft preview on one Node machine: the site's server with a data folder and port of its own, for browsers on the
 * machine or anyone with the password. While a visitor is there, it follows what editors save.
 */
import { setInterval as every } from 'node:timers/promises';
import { type ContentfulAccount, createContentClient } from '../../content/contentful/index.ts';
import { isThisMachine } from '../../this-machine.ts';
import { makeDoor } from '../door.ts';
import { createDoor, type Door } from '../draft-access.ts';
import { Refusal } from '../http.ts';
import { startServer, type Gate, type RunningServer, type ServerOptions } from './server.ts';

/** Headers that proxies add. Behind a proxy every connection seems to come from this machine. */
const forwarding = /^(?:forwarded|via|x-forwarded.*|x-real-ip|.*-connecting-ip|.*client-ip)$/;

/** Without a password, only a browser on this machine may enter. */
const isFromHere = ({ headers }: Request, clientAddress: string) =>
  isThisMachine(clientAddress) &&
  isThisMachine(URL.parse(`http://${headers.get('host')}`)?.hostname ?? '') &&
  ![...headers.keys()].some((name) => forwarding.test(name));

/** @param onVisit called for each request that may enter */
export function createGate(door: Door | null, onVisit: (request: Request) => void): Gate {
  const enter = door && createDoor(door);
  const refuse = (sentence: string) => new Refusal(403, sentence).toResponse();
  return async (request, clientAddress) => {
    const refusal = await enter?.(request, clientAddress);
    if (refusal) return refusal;
    if (!enter && !isFromHere(request, clientAddress))
      return refuse('Set PREVIEW_PASSWORD to open the preview to others.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse('This is a preview: it takes no messages.');
    onVisit(request);
    return null;
  };
}

/** Time between two checks for saved entries. */
const checkEveryMs = 2000;
/** Time for which an open page counts as a visitor. */
const looksForMs = 15_000;

/** Starts the draft preview of a `config` that shows drafts. @throws the errors of `startServer` */
export async function startDraftPreview(
  options: ServerOptions & { config: { contentful: ContentfulAccount } },
): Promise<RunningServer> {
  const { contentful, preview, site } = options.config;
  const { password } = preview;
  let lookedAt = -Infinity;
  const server = await startServer({
    ...options,
    gate: createGate(password === null ? null : makeDoor(password, site.url, true), ({ url }) => {
      lookedAt = performance.now();
      // The editor has just saved (islands/draft-preview.ts).
      if (url.endsWith('?saved')) void check().catch(() => undefined);
    }),
  });

  // A save changes the Preview API; a publish also changes the Delivery API.
  const clients = [contentful, { ...contentful, showsDrafts: false }].map((account) =>
    createContentClient(account, { deadlineMs: 10_000 }),
  );
  let known = '';
  async function check() {
    if (performance.now() - lookedAt > looksForMs) return;
    const states = await Promise.all(clients.map((client) => client.fetchState()));
    const state = states.join();
    if (state !== known) server.update();
    known = state;
  }
  const stopping = new AbortController();
  const watching = (async () => {
    // A failed check is repeated; the next update logs the reason.
    for await (const _ of every(checkEveryMs, undefined, { signal: stopping.signal }))
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
