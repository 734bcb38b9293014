/**
 * The draft preview on one Node machine: the site's own server, with its own data folder and port, open to
 * browsers on the machine itself, or to anyone with the password. While a visitor is there, the preview
 * follows what editors save.
 */
import type { IncomingMessage } from 'node:http';
import { setInterval as every } from 'node:timers/promises';
import { type ContentfulAccount, createContentClient } from '../../content/contentful/index.ts';
import { isThisMachine } from '../../this-machine.ts';
import { createPasswordCheck, hashPassword, refusalHeaders } from '../draft-access.ts';
import { Refusal } from '../http.ts';
import { startServer, type Gate, type RunningServer, type ServerOptions } from './server.ts';

/** Headers that proxies add. Behind a proxy every connection seems to come from this machine. */
const forwarding = /^(?:forwarded|via|x-forwarded.*|x-real-ip|.*-connecting-ip|.*client-ip)$/;

/** Without a password, only a browser on this machine may enter. */
const isFromHere = ({ headers, socket }: IncomingMessage) =>
  isThisMachine(socket.remoteAddress ?? '') &&
  isThisMachine(URL.parse(`http://${headers.host}`)?.hostname ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name));

/** @param onVisit called for each request that may enter */
export function createGate(password: string | null, onVisit: () => void): Gate {
  const check =
    password === null ? null : createPasswordCheck(hashPassword(password), () => performance.now());
  return (request, clientAddress) => {
    const refusal = check?.(request.headers.authorization ?? null, clientAddress);
    if (refusal) return refusal;
    if (!check && !isFromHere(request))
      return new Refusal(
        403,
        'Set PREVIEW_PASSWORD to open the preview to others.',
        refusalHeaders,
      );
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Refusal(403, 'This is a preview: it takes no messages.', refusalHeaders);
    onVisit();
    return null;
  };
}

/** Time between two checks for saved entries. */
const checkEveryMs = 2000;
/** Time for which an open page counts as a visitor. */
const looksForMs = 15_000;

/**
 * Starts the draft preview.
 * @param options `config` shows drafts (`showDrafts`) and has its own data folder
 * @throws the errors of `startServer`
 */
export async function startDraftPreview(
  options: ServerOptions & { config: { contentful: ContentfulAccount } },
): Promise<RunningServer> {
  const { contentful, preview } = options.config;
  let lookedAt = -Infinity;
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
    if (performance.now() - lookedAt > looksForMs) return;
    const states = await Promise.all(clients.map((client) => client.fetchState()));
    const state = states.join();
    if (state !== known) server.update();
    known = state;
  };
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
