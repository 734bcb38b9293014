/** `POST /api/webhooks/contentful`: reads the signed body alone, because the topic header may be unsigned. */
import * as v from 'valibot';
import { nullableNumber, parseJson } from '../../base/schemas.ts';
import { createBodyReader, Refusal, type Handler } from '../http.ts';
import { describeError, type Log } from '../../base/log.ts';
import { readSignatureHeaders, verifySignature, type Signature } from './signature.ts';
import { link, type ContentEvent } from '../../content/contentful/index.ts';

export interface WebhookOptions {
  /** null: the webhook is not configured. */
  secret: string | null;
  /** The account that the site reads. */
  spaceId: string;
  environment: string;
  /** Remembers an accepted signature until its expiry. @returns false for one that was accepted before */
  addSignature: (signature: Signature) => Promise<boolean>;
  /** Stores an event; durable once the promise resolves. */
  accept: (event: ContentEvent) => Promise<void>;
  log: Log;
  now: () => number;
}

const mebibyte = 1024 * 1024;
/** A request of Contentful has 1 MB (https://www.contentful.com/developers/docs/technical-limits/). Reconciling finds larger changes. */
const bodyBytes = { limit: 2 * mebibyte, together: 16 * mebibyte };

const payloadSchema = v.object({
  sys: v.object({
    type: v.string(),
    id: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)),
    space: link,
    environment: link,
    revision: nullableNumber,
    version: nullableNumber,
  }),
});
/** @returns null for an event that changes nothing on the site */
function toEvent(
  { sys }: v.InferOutput<typeof payloadSchema>,
  { spaceId, environment }: WebhookOptions,
): ContentEvent | null {
  const [, deleted, kind] = /^(Deleted)?(Entry|Asset|ContentType)$/.exec(sys.type) ?? [];
  // Actions, releases, tasks and comments publish nothing themselves.
  const isOurSpace = (sys.space.sys.id ?? spaceId) === spaceId;
  // The alias that the site reads was turned to another environment.
  if (sys.type === 'EnvironmentAlias' && sys.id === environment && isOurSpace)
    return { kind: 'EnvironmentAlias', id: sys.id, revision: null, deleted: false };
  if (kind !== 'Entry' && kind !== 'Asset' && kind !== 'ContentType') return null;
  if (!isOurSpace) return null;
  // Events of an environment alias name the alias through which an editor changed the content.
  if ((sys.environment.sys.id ?? environment) !== environment) return null;
  const { revision } = sys;
  // Any entry may be shown by another one. Drafts that are saved, created or archived have a version and no
  // revision, which published content has.
  if (!deleted && revision === null && sys.version !== null) return null;
  return { kind, id: sys.id, revision, deleted: deleted !== undefined };
}

export function createWebhookHandler(options: WebhookOptions): Handler {
  const { secret, addSignature, accept, log, now } = options;
  const readBody = createBodyReader(bodyBytes);
  const refuseEvent = () => {
    log({ event: 'webhook.refused' });
    return new Refusal(401, 'The signature is missing, wrong, out of date or used before.');
  };

  /** Answers with an error when the store fails, so that Contentful sends the event again. */
  const storeEvent = async <T>(task: () => T): Promise<Awaited<T>> => {
    try {
      return await task();
    } catch (error) {
      log({ event: 'webhook.unstored', ...describeError(error) });
      throw new Refusal(503, 'The event could not be stored.', { 'retry-after': '30' });
    }
  };

  return async (request, clientAddress) => {
    if (secret === null) throw new Refusal(503, 'The webhook is not set up here.');
    const { method, url, headers } = request;
    if (!readSignatureHeaders(headers, now())) throw refuseEvent();
    const body = await readBody(request, clientAddress);
    const { pathname, search } = new URL(url);
    const signed = { method, path: pathname + search, headers, body };
    const signature = verifySignature(secret, signed, now());
    if (!signature || !(await storeEvent(() => addSignature(signature)))) throw refuseEvent();

    const payload = parseJson(payloadSchema, body);
    if (!payload)
      throw new Refusal(400, 'The body names no entry or asset: send the payload whole.');
    const event = toEvent(payload, options);
    if (!event) {
      const { type, id } = payload.sys;
      log({ event: 'webhook.ignored', type, id });
      return Response.json({ queued: false, reason: 'This event changes nothing on the site.' });
    }
    await storeEvent(() => accept(event));
    log({ event: 'webhook.accepted', ...event });
    return Response.json({ queued: true }, { status: 202 });
  };
}
