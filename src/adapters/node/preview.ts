/**
 * The draft preview on one Node machine: the site's own server behind a password, on a data folder and
 * a port of its own, which follows what editors save for as long as somebody looks.
 */
import type { IncomingMessage } from 'node:http';
import { setInterval as every } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { createContentClient } from '../../content/contentful/client.ts';
import {
  hashPassword,
  hasPassword,
  previewHeaders,
  refusalHeaders,
} from '../../server/preview-access.ts';
import { createRateLimit, getClientKey } from '../../server/rate-limit.ts';
import { startServer, type Gate, type RunningServer, type ServerOptions } from './server.ts';
import type { ContentfulAccount } from '../../content/contentful/account.ts';

interface DraftPreviewOptions extends ServerOptions {
  config: Config & { contentful: ContentfulAccount };
}

/** Milliseconds between two questions for what was saved, and for which a page that is open counts. */
const checkEvery = 2000;
const looksFor = 15_000;

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Without a password only who sits at this machine is let in: no proxy, no foreign name. */
const isFromHere = ({ headers }: IncomingMessage) =>
  loopback.test(headers.host ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

function createGate(password: string | null, onVisit: () => void): Gate {
  const passwordHash = password === null ? null : hashPassword(password);
  const tries = createRateLimit(Date.now);

  const refuse = (request: IncomingMessage, clientAddress: string) => {
    if (passwordHash === null)
      return isFromHere(request)
        ? null
        : { status: 403, sentence: 'Set PREVIEW_PASSWORD to open the preview to others.' };
    const { authorization } = request.headers;
    const key = getClientKey(clientAddress);
    const isCounted = authorization !== undefined;
    if (isCounted && !tries.take(key))
      return { status: 429, sentence: 'Too many wrong passwords. Please try again later.' };
    if (!isCounted || !hasPassword(authorization, passwordHash))
      return { status: 401, sentence: 'The draft preview needs its password.' };
    tries.giveBack(key);
    return null;
  };
  const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';
  const isNoForm = { status: 403, sentence: 'This is a preview: it takes no messages.' };

  return (request, response, clientAddress) => {
    const refusal = refuse(request, clientAddress) ?? (isReading(request) ? null : isNoForm);
    if (refusal === null) {
      onVisit();
      for (const [name, value] of Object.entries(previewHeaders)) response.setHeader(name, value);
      return true;
    }
    response
      .writeHead(refusal.status, refusalHeaders)
      .end(JSON.stringify({ error: refusal.sentence }));
    return false;
  };
}

/**
 * @param options config: of drafts (`showDrafts`), with a data folder of its own
 * @throws what `startServer` throws
 */
export async function startDraftPreview(options: DraftPreviewOptions): Promise<RunningServer> {
  const { contentful, preview } = options.config;
  let lookedAt = -Infinity;
  const server = await startServer({
    ...options,
    gate: createGate(preview.password, () => {
      lookedAt = Date.now();
    }),
  });

  // A save changes what the Preview API has, a publish also what the Delivery API has.
  const clients = [contentful, { ...contentful, showsDrafts: false }].map((account) =>
    createContentClient(account, { deadlineMs: 10_000 }),
  );
  let known = '';
  const check = async () => {
    if (Date.now() - lookedAt > looksFor) return;
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
