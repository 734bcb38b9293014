/** `POST /contact` (contract, Endpoints; spec §7): as JSON from the island, as a form without JavaScript. */
import {
  fields,
  honeypot,
  parseSubmission,
  type FieldName,
  type Submission,
} from '../../contact/submission.ts';
import { contactOutcome } from '../../data/routes.ts';
import { readMediaType, readText, Refusal, refuseForeignOrigin, type Handler } from '../http.ts';
import { describeError, type Log } from '../log.ts';
import { getClientKey, type RateLimit } from '../rate-limit.ts';
import type { Outbox } from './outbox.ts';

export interface ContactOptions {
  outbox: Outbox;
  rateLimit: RateLimit;
  /** Origins whose pages may send the form. */
  getOrigins: (request: Request) => readonly string[];
  /** Called with a lead just stored. */
  onStored: (id: string) => void;
  log: Log;
}

const bodyLimit = 64 * 1024;

/** Parses a JSON object, and refuses one whose readers could disagree about it. */
function parseJson(text: string): object {
  let keys = 0;
  let value: unknown;
  try {
    value = JSON.parse(text, function (this: unknown, _, inner: unknown) {
      if (!Array.isArray(this)) keys += 1;
      return inner;
    });
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The body must be a JSON object.');
  }
  // Of a name given twice the parser keeps one value, so fewer names arrive than were written;
  // the object itself was counted as one more.
  const strings = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g));
  const written = strings.filter(([, colon]) => colon !== undefined).length;
  if (written !== keys - 1) throw new Refusal(400, 'The body names a field twice.');
  return value;
}

/** Parses a form; a field given twice becomes a list, which no field may be. */
function parseForm(text: string): Record<string, unknown> {
  try {
    decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'The body is not a form.');
  }
  const given = Map.groupBy(new URLSearchParams(text), ([name]) => name);
  return Object.fromEntries(
    Array.from(given, ([name, pairs]) => {
      const [first, ...more] = pairs.map(([, value]) => value);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

const accepted = () => Response.json({ status: 'accepted' }, { status: 202 });

/** 422 with the fields under the names they had in the request. */
function refuseFields(invalid: readonly FieldName[], rename: (name: FieldName) => string) {
  const labels = fields.filter(({ name }) => invalid.includes(name)).map(({ label }) => label);
  return Response.json(
    { error: `Please check these fields: ${labels.join(', ')}.`, fields: invalid.map(rename) },
    { status: 422 },
  );
}

export function createContactHandler(options: ContactOptions): Handler {
  const { outbox, rateLimit, getOrigins, onStored, log } = options;

  async function store(submission: Submission, clientAddress: string): Promise<Response> {
    const client = getClientKey(clientAddress);
    const place = { taken: false };
    try {
      const { id, outcome } = await outbox.accept(submission, () => {
        place.taken = rateLimit.take(client);
        return place.taken;
      });
      if (outcome === 'refused') {
        return Response.json(
          { error: 'Too many messages came from your address. Please try again later.' },
          { status: 429, headers: { 'retry-after': String(rateLimit.getWait(client)) } },
        );
      }
      if (outcome === 'added') onStored(id);
      else if (place.taken) rateLimit.giveBack(client);
      return accepted();
    } catch (error) {
      if (place.taken) rateLimit.giveBack(client);
      log({ event: 'lead.unstored', ...describeError(error) });
      return Response.json(
        { error: 'Your message could not be stored. Please try again in a minute.' },
        { status: 503, headers: { 'retry-after': '60' } },
      );
    }
  }

  async function handleJson(request: Request, clientAddress: string): Promise<Response> {
    const body = parseJson(await readText(request, bodyLimit));
    // `to` and `subject` are made here, whatever the request says; the message is the challenge.
    const payload = new Map<string, unknown>(Object.entries(body));
    const parsed = parseSubmission({ ...body, challenge: payload.get('message') });
    if (!parsed.ok) {
      return refuseFields(parsed.fields, (name) => (name === 'challenge' ? 'message' : name));
    }
    if (typeof (payload.get('subject') ?? '') !== 'string') {
      return Response.json(
        { error: 'The subject must be a text.', fields: ['subject'] },
        { status: 422 },
      );
    }
    return store(parsed.submission, clientAddress);
  }

  async function takeForm(request: Request, clientAddress: string): Promise<Response> {
    const values = parseForm(await readText(request, bodyLimit));
    if ((values[honeypot] ?? '') !== '') {
      log({ event: 'contact.trapped' });
      return accepted();
    }
    const parsed = parseSubmission(values);
    return parsed.ok
      ? store(parsed.submission, clientAddress)
      : refuseFields(parsed.fields, (name) => name);
  }

  /** A page has to follow; what the visitor wrote is kept by the browser's history. */
  async function handleForm(request: Request, clientAddress: string): Promise<Response> {
    let outcome: string = contactOutcome.notSent;
    const headers = new Headers();
    try {
      const answer = await takeForm(request, clientAddress);
      if (answer.ok) outcome = contactOutcome.sent;
      const wait = answer.headers.get('retry-after');
      if (wait !== null) headers.set('retry-after', wait);
    } catch (error) {
      // Who is no browser gets to know what was wrong with the request.
      const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false;
      if (!(error instanceof Refusal) || !isBrowser) throw error;
    }
    headers.set('location', outcome);
    return new Response(null, { status: 303, headers });
  }

  return (request, clientAddress) => {
    refuseForeignOrigin(request, getOrigins(request));
    const type = readMediaType(request);
    if (type === 'application/json') return handleJson(request, clientAddress);
    if (type === 'application/x-www-form-urlencoded') return handleForm(request, clientAddress);
    throw new Refusal(415, 'The body must be application/json or a form of this site.');
  };
}
