/**
 * `POST /contact` (contract, Endpoints; spec §7): takes JSON from the island, or a form without
 * JavaScript.
 */
import {
  fields,
  honeypot,
  parseSubmission,
  type FieldName,
  type FieldProblems,
  type Submission,
} from '../../leads/fields.ts';
import { messages } from '../../../data/messages.ts';
import { contactSentPath } from '../../../data/routes.ts';
import {
  createBodyReader,
  readMediaType,
  Refusal,
  refuseForeignOrigin,
  type Handler,
} from '../http.ts';
import { describeError, type Log } from '../../log.ts';
import { fillContactPage, type ContactPage } from './form-page.ts';
import { getClientKey, type RateLimit } from '../rate-limit.ts';
import type { NewLeadState, Outbox } from '../../leads/outbox.ts';

export interface ContactOptions {
  outbox: Outbox;
  rateLimit: RateLimit;
  /** Origins whose pages may send the form. */
  getOrigins: (request: Request) => readonly string[];
  /** Called with the id of a lead just stored. */
  onStored: (id: string) => void;
  /** Reads the contact page that a refused form is shown on; null when the site has none. */
  getContactPage: (request: Request) => Promise<ContactPage | null>;
  /** The company's address, which an error names as another way to write. */
  inbox: string;
  log: Log;
}

const bodyLimits = { limit: 64 * 1024, together: 64 * 1024 * 1024 };
const readBody = createBodyReader(bodyLimits);

/** Parses a JSON object. Refuses duplicate names, because parsers disagree on which value counts. */
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
  // `JSON.parse` keeps one value of a duplicate name, so it reports fewer keys than the text has.
  // `keys` also counts the object itself.
  const strings = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g));
  const written = strings.filter(([, colon]) => colon !== undefined).length;
  if (written !== keys - 1) throw new Refusal(400, 'The body names a field twice.');
  return value;
}

/** Parses a form. A field that appears twice becomes a list, which validation rejects. */
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

/** Why a message was refused, as the answer says. */
interface Refused {
  status: number;
  error: string;
  /** Problems by field of the form. */
  problems: FieldProblems;
  /** Seconds until the visitor may try again; null when a retry may follow at once. */
  retryAfter: number | null;
}

const noProblems: FieldProblems = new Map();

/** Lists the wrong fields in one sentence, by the labels of the form. */
function refuseFields(problems: FieldProblems): Refused {
  const labels = fields.filter(({ name }) => problems.has(name)).map(({ label }) => label);
  const error = `Please check these fields: ${labels.join(', ')}.`;
  return { status: 422, error, problems, retryAfter: null };
}

/** Reads a body. The error of a message that is too long names the limit. */
async function readMessage(request: Request): Promise<string> {
  try {
    return await readBody(request);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 413) throw error;
    throw new Refusal(413, 'Your message is longer than 64 KiB, the most that can be sent.');
  }
}

export function createContactHandler(options: ContactOptions): Handler {
  const { outbox, rateLimit, getOrigins, onStored, getContactPage, inbox, log } = options;

  /** @returns null once the lead is stored */
  async function store(
    submission: Submission,
    clientAddress: string,
    state: NewLeadState,
  ): Promise<Refused | null> {
    const client = getClientKey(clientAddress);
    const place = { taken: false };
    try {
      const { id, outcome } = await outbox.accept(
        submission,
        () => {
          place.taken = rateLimit.take(client);
          return place.taken;
        },
        state,
      );
      if (outcome === 'refused') {
        const error = 'Too many messages came from your address. Please try again later.';
        const retryAfter = rateLimit.getWait(client);
        return { status: 429, error, problems: noProblems, retryAfter };
      }
      if (outcome === 'added') {
        if (state === 'waiting') onStored(id);
      } else if (place.taken) rateLimit.giveBack(client);
      return null;
    } catch (error) {
      if (place.taken) rateLimit.giveBack(client);
      log({ event: 'lead.unstored', ...describeError(error) });
      return {
        status: 503,
        error: 'Your message could not be stored. Please try again in a minute.',
        problems: noProblems,
        retryAfter: 60,
      };
    }
  }

  const take = async (
    values: unknown,
    clientAddress: string,
    state: NewLeadState = 'waiting',
  ): Promise<Refused | null> => {
    const parsed = parseSubmission(values);
    return parsed.ok
      ? store(parsed.submission, clientAddress, state)
      : refuseFields(parsed.problems);
  };

  const getHeaders = ({ retryAfter }: Refused): Record<string, string> =>
    retryAfter === null ? {} : { 'retry-after': String(retryAfter) };

  async function handleJson(request: Request, clientAddress: string): Promise<Response> {
    const body = parseJson(await readMessage(request));
    // The server sets `to` and `subject` itself and ignores those of the request; `message` is the
    // challenge.
    const payload = new Map<string, unknown>(Object.entries(body));
    if (typeof (payload.get('subject') ?? '') !== 'string') {
      return Response.json(
        { error: 'The subject must be a text.', fields: ['subject'] },
        { status: 422 },
      );
    }
    const refused = await take({ ...body, challenge: payload.get('message') }, clientAddress);
    if (!refused) return accepted();
    const { status, error, problems } = refused;
    const names = Array.from(problems.keys(), (name) => (name === 'challenge' ? 'message' : name));
    return Response.json(
      { error, ...(names.length > 0 && { fields: names }) },
      { status, headers: getHeaders(refused) },
    );
  }

  /** Answers with the contact page and the form as the visitor sent it. */
  async function showRefused(
    request: Request,
    refused: Refused,
    given: Readonly<Record<string, unknown>>,
  ): Promise<Response> {
    const { status, error, problems } = refused;
    const page = await getContactPage(request);
    // A site without a contact page answers with the sentence alone.
    if (!page) return Response.json({ error }, { status, headers: getHeaders(refused) });
    const values: Partial<Record<FieldName, string>> = {};
    for (const { name } of fields) {
      const value = given[name];
      if (typeof value === 'string') values[name] = value;
    }
    const alert = messages.contact.failure(messages.contact.status(status, error), inbox);
    return new Response(fillContactPage(page.html, { values, problems, alert }), {
      status,
      headers: {
        ...page.headers,
        ...getHeaders(refused),
        'content-type': 'text/html; charset=utf-8',
      },
    });
  }

  async function handleForm(request: Request, clientAddress: string): Promise<Response> {
    let values: Record<string, unknown> = {};
    try {
      values = parseForm(await readMessage(request));
      const state = (values[honeypot] ?? '') === '' ? 'waiting' : 'trapped';
      const refused = await take(values, clientAddress, state);
      if (refused) return await showRefused(request, refused, values);
    } catch (error) {
      const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false;
      if (!(error instanceof Refusal) || !isBrowser) throw error;
      const { status, message } = error;
      const refused = { status, error: message, problems: noProblems, retryAfter: null };
      return showRefused(request, refused, values);
    }
    return new Response(null, { status: 303, headers: { location: contactSentPath } });
  }

  return (request, clientAddress) => {
    refuseForeignOrigin(request, getOrigins(request));
    const type = readMediaType(request);
    if (type === 'application/json') return handleJson(request, clientAddress);
    if (type === 'application/x-www-form-urlencoded') return handleForm(request, clientAddress);
    throw new Refusal(415, 'The body must be application/json or a form of this site.');
  };
}
