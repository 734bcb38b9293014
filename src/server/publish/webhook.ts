/**
 * `POST /api/webhooks/contentful` (contract, Endpoints): Contentful says that something was published.
 * What it was is read from the signed body; the topic header need not be signed.
 */
import { hasKey, isRecord } from '../../rules/unknown.ts';
import { readText, Refusal, type Handler } from '../http.ts';
import { describeError, type Log } from '../log.ts';
import { verifySignature, type SignatureStore } from './signature.ts';
import type { ContentEvent, ContentType } from '../../content/contentful/contract.ts';

export interface WebhookOptions {
  /** null: the webhook is not set up. */
  secret: string | null;
  /** What the site is built from. */
  spaceId: string;
  environment: string;
  signatures: SignatureStore;
  /** Durable once it resolves. */
  accept: (event: ContentEvent) => Promise<void>;
  log: Log;
  now: () => number;
}

/** An entry may have 1 MB (contract, Endpoints). */
const bodyLimit = 2 * 1024 * 1024;

const contentTypes: readonly string[] = ['blogPost', 'resource'] satisfies ContentType[];

/** The id that `sys[name]` links to; null when there is none. */
function getLinkedId(sys: Record<string, unknown>, name: string): string | null {
  const link = sys[name];
  const target = hasKey(link, 'sys') ? link.sys : undefined;
  return hasKey(target, 'id') && typeof target.id === 'string' ? target.id : null;
}

/** The `sys` of an event. @throws {Refusal} for a body that Contentful does not send by itself */
function parseEvent(body: string): Record<string, unknown> & { id: string; type: string } {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    event = null;
  }
  const sys = hasKey(event, 'sys') ? event.sys : undefined;
  if (
    isRecord(sys) &&
    typeof sys.type === 'string' &&
    typeof sys.id === 'string' &&
    /^[\w.-]{1,64}$/.test(sys.id)
  ) {
    return { ...sys, id: sys.id, type: sys.type };
  }
  throw new Refusal(
    400,
    'The body names no entry or asset: send the payload as Contentful has it.',
  );
}

/** What an event changes on the site; in doubt it does, as a render too many harms nobody. */
function toEvent(
  sys: ReturnType<typeof parseEvent>,
  { spaceId, environment }: Pick<WebhookOptions, 'spaceId' | 'environment'>,
): ContentEvent | null {
  const [, deleted, kind] = /^(Deleted)?(Entry|Asset)$/.exec(sys.type) ?? [];
  if (kind !== 'Entry' && kind !== 'Asset') return null;
  if ((getLinkedId(sys, 'space') ?? spaceId) !== spaceId) return null;
  // Of an alias the events carry the name under which the content was changed.
  if ((getLinkedId(sys, 'environment') ?? environment) !== environment) return null;
  const contentType = getLinkedId(sys, 'contentType');
  if (contentType !== null && !contentTypes.includes(contentType)) return null;

  const revision = typeof sys.revision === 'number' ? sys.revision : null;
  // Saved, created, archived: drafts count versions, and only what is published has a revision.
  if (!deleted && revision === null && typeof sys.version === 'number') return null;
  return { kind, id: sys.id, revision, deleted: deleted !== undefined };
}

export function createWebhookHandler(options: WebhookOptions): Handler {
  const { secret, signatures, accept, log, now } = options;

  /** What has to be stored, or the event is refused so that Contentful sends it again. */
  const store = async <T>(task: Promise<T>): Promise<T> => {
    try {
      return await task;
    } catch (error) {
      log({ event: 'webhook.unstored', ...describeError(error) });
      throw new Refusal(503, 'The event could not be stored.', { 'retry-after': '30' });
    }
  };

  return async (request) => {
    if (secret === null) throw new Refusal(503, 'The webhook is not set up here.');
    const body = await readText(request, bodyLimit);
    const { method, url, headers } = request;
    const { pathname, search } = new URL(url);
    const signed = { method, path: pathname + search, headers, body };
    const signature = verifySignature(secret, signed, now());
    if (!signature || !(await store(signatures.add(signature)))) {
      log({ event: 'webhook.refused' });
      throw new Refusal(401, 'The signature is missing, wrong, out of date or used before.');
    }

    const sys = parseEvent(body);
    const event = toEvent(sys, options);
    if (!event) {
      log({ event: 'webhook.ignored', type: sys.type, id: sys.id });
      return Response.json({ queued: false, reason: 'This event changes nothing on the site.' });
    }
    await store(accept(event));
    log({ event: 'webhook.accepted', ...event });
    return Response.json({ queued: true }, { status: 202 });
  };
}
