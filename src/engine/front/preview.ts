/**
 * The draft preview on one Node machine: the site's server with a data folder and port of its own, for browsers on the
 * machine or anyone with the secret. While a page is open, it follows what editors save.
 */
import type { ContentfulAccount } from '../account.ts';
import { createContentClient } from '../content/contentful/index.ts';
import { createSharedRun } from '../base/shared-run.ts';
import { isThisMachine } from '../base/this-machine.ts';
import { createDoor, makeDoor, Refusal, type Door } from '../endpoints/index.ts';
import type { Gate } from './http-server.ts';
import { startServer, type RunningServer, type ServerOptions } from './server.ts';

/** Headers that proxies add. Behind a proxy every connection seems to come from this machine. */
const forwarding = /^(?:forwarded|via|x-forwarded.*|x-real-ip|.*-connecting-ip|.*client-ip)$/;

/** Without a secret, only a browser on this machine may enter. */
const isFromHere = ({ headers }: Request, clientAddress: string) =>
  isThisMachine(clientAddress) &&
  isThisMachine(URL.parse(`http://${headers.get('host')}`)?.hostname ?? '') &&
  ![...headers.keys()].some((name) => forwarding.test(name));

/** @param look finds what was saved; its failure is in the log of the next pull */
export function createGate(door: Door | null, look: () => Promise<void>): Gate {
  const enter = door && createDoor(door);
  const refuseRequest = (sentence: string) => new Refusal(403, sentence).toResponse();
  return async (request, clientAddress) => {
    const refusal = enter?.(request, clientAddress);
    if (refusal) return refusal;
    if (!enter && !isFromHere(request, clientAddress))
      return refuseRequest('Set PREVIEW_SECRET to open the preview to others.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuseRequest('This is a preview: it takes no messages.');
    // An open page asks, every two seconds and after a save (origin/pages/draft-preview.ts).
    if (request.url.endsWith('?look')) await look().catch(() => undefined);
    return undefined;
  };
}

/** Starts the draft preview of a `config` that shows drafts. @throws the errors of `startServer` */
export async function startDraftPreview(
  options: ServerOptions & { config: { contentful: ContentfulAccount } },
): Promise<RunningServer> {
  const { contentful } = options.config;
  // A save changes the Preview API; a publish also changes the Delivery API.
  const clients = [contentful, { ...contentful, showsDrafts: false }].map((account) =>
    createContentClient(account, { deadlineMs: 10_000 }),
  );
  let known = '';
  const look = createSharedRun(async () => {
    const states = (await Promise.all(clients.map((client) => client.fetchState()))).join();
    if (states !== known) await server.update();
    known = states;
  });
  const gate = createGate(makeDoor(options.config), look);
  const server = await startServer({ ...options, gate });
  return server;
}
