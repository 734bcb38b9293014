/** Takes what a form sends: JSON from the island, or a form without JavaScript. */
import { ELEMENT_NODE, h, transformSync, walkSync } from 'ultrahtml';
import { escapeHtml } from '../base/text.ts';
import { unstoredPage } from '../headers/index.ts';
import {
  fields,
  getProblemId,
  honeypot,
  parseSubmission,
  refusedId,
  type FieldProblems,
} from '../leads/fields.ts';
import type { NewLeadState, Outbox } from '../leads/index.ts';
import { describeError, type Log } from '../base/log.ts';
import type { Leads } from '../declare/declaration.ts';
import { parseJson, record } from '../base/schemas.ts';
import { words } from '../site.ts';
import {
  createTextReader,
  isOwnOrigin,
  readMediaType,
  Refusal,
  refuseForeignOrigin,
  type Handler,
  type ServedPage,
} from './http.ts';
import { getClientKey, type RateLimit } from './rate-limit.ts';

export interface ContactOptions {
  leads: Pick<Leads, 'sentPath' | 'labels' | 'describeFailure'>;
  outbox: Pick<Outbox, 'accept'>;
  rateLimit: RateLimit;
  /** The site's address; its pages, and those of the host that is asked, may send the form. */
  siteUrl: string;
  /** Called after a lead that is to be mailed was stored. */
  onStored: () => void;
  /** Reads the contact page that a refused form is shown on; null when the site has none. */
  getContactPage: (request: Request) => Promise<ServedPage | null>;
  /** The company's address, which an error names as another way to write. */
  inbox: string;
  log: Log;
}

type Values = Readonly<Record<string, unknown>>;

const readBody = createTextReader({
  limit: 64 * 1024,
  together: 64 * 1024 * 1024,
  // Slow senders from one address doubled the memory of the process.
  ofOneClient: 1024 * 1024,
  tooLong: 'Your message is longer than 64 KB, the most that can be sent.',
});

/** Some fields of a message are wrong. */
class WrongFields extends Refusal {
  override name = 'WrongFields';
  readonly problems: FieldProblems;

  constructor(problems: FieldProblems, labels: Leads['labels']) {
    const wrong = fields.filter(({ name }) => problems.has(name));
    // `message` is the challenge in JSON.
    const names = wrong.map(({ name }) => (name === 'challenge' ? 'message' : name));
    const called = wrong.map(({ name }) => labels[name]).join(', ');
    super(422, `Please check these fields: ${called}.`, {}, { fields: names });
    this.problems = problems;
  }
}

/** Returns the address of our own page that a form was sent from; null when the browser does not say. */
function getPage(request: Request, siteUrl: string): string | null {
  const referer = URL.parse(request.headers.get('referer') ?? '');
  return referer && isOwnOrigin(referer.origin, request, siteUrl) ? referer.href : null;
}

/**
 * Writes refused values and problems into the contact page, by the ids of its elements (contact/FormPanel.astro).
 * Scripts and styles keep their bytes, because the policy of the page lists their hashes.
 */
function fillContactPage(
  html: string,
  values: Values,
  problems: FieldProblems,
  alert: string,
  inbox: string,
): string {
  const texts = new Map<string, string>();
  for (const [name, problem] of problems) texts.set(getProblemId(name), problem);
  return transformSync(html, [
    (page) => {
      walkSync(page, (element) => {
        if (element.type !== ELEMENT_NODE) return;
        const { attributes } = element;
        const field = fields.find(({ name }) => name === attributes.id);
        const given = field && values[field.name];
        const value = typeof given === 'string' ? given : '';
        // HTML parsers drop a line break at the start of a textarea.
        if (field?.name === 'challenge') texts.set(field.name, `\n${value}`);
        else if (field) attributes.value = escapeHtml(value);
        if (field && problems.has(field.name)) attributes['aria-invalid'] = 'true';
        const text = texts.get(attributes.id ?? '');
        if (text !== undefined) element.children = h('', null, text).children;
        const address = h('a', { href: `mailto:${inbox}` }, inbox);
        if (attributes.id === refusedId) element.children = h('', null, alert, address).children;
      });
      return page;
    },
  ]);
}

export function createContactHandler(options: ContactOptions): Handler {
  const { leads, outbox, rateLimit, siteUrl, onStored, getContactPage, inbox, log } = options;

  /** Stores a message. @throws {Refusal} when nothing was stored */
  async function takeMessage(
    values: Values,
    request: Request,
    clientAddress: string,
    state: NewLeadState = 'waiting',
  ): Promise<void> {
    const parsed = parseSubmission(values, words);
    if (!parsed.ok) throw new WrongFields(parsed.problems, leads.labels);
    const client = getClientKey(clientAddress);
    const page = getPage(request, siteUrl);
    const giveBack = rateLimit.take(client);
    if (!giveBack)
      throw new Refusal(429, 'Too many messages came from your network. Please try again later.', {
        'retry-after': String(rateLimit.getWait(client)),
      });
    const message = { submission: parsed.submission, page, state };
    const isNew = await outbox.accept(message).catch((error: unknown) => {
      giveBack();
      log({ event: 'lead.unstored', ...describeError(error) });
      throw new Refusal(503, 'Your message could not be stored. Please try again in a minute.', {
        'retry-after': '60',
      });
    });
    if (!isNew) giveBack();
    else if (state === 'waiting') onStored();
  }

  async function handleJson(request: Request, clientAddress: string): Promise<Response> {
    const body = parseJson(record, await readBody(request, getClientKey(clientAddress)));
    if (!body) throw new Refusal(400, 'The body must be a JSON object.');
    // The server sets `to` and `subject` itself.
    if (typeof (body.subject ?? '') !== 'string')
      throw new Refusal(422, 'The subject must be a text.', {}, { fields: ['subject'] });
    await takeMessage({ ...body, challenge: body.message }, request, clientAddress);
    return Response.json({ status: 'accepted' }, { status: 202 });
  }

  /** Answers with the contact page and the form as the visitor sent it. */
  async function showRefused(request: Request, refusal: Refusal, values: Values) {
    const page = await getContactPage(request);
    if (!page) throw refusal;
    const { status, message, headers } = refusal;
    const problems = refusal instanceof WrongFields ? refusal.problems : new Map();
    const alert = leads.describeFailure(status, message);
    return new Response(fillContactPage(page.html, values, problems, alert, inbox), {
      status,
      headers: {
        ...page.headers,
        ...unstoredPage,
        ...headers,
        'content-type': 'text/html; charset=utf-8',
      },
    });
  }

  async function handleForm(request: Request, clientAddress: string): Promise<Response> {
    let values: Values | null = null;
    try {
      const body = await readBody(request, getClientKey(clientAddress));
      values = Object.fromEntries(new URLSearchParams(body));
      refuseForeignOrigin(request, siteUrl);
      const state = (values[honeypot] ?? '') === '' ? 'waiting' : 'trapped';
      await takeMessage(values, request, clientAddress, state);
      return new Response(null, { status: 303, headers: { location: leads.sentPath } });
    } catch (error) {
      const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false;
      if (!(error instanceof Refusal) || (!isBrowser && values === null)) throw error;
      return showRefused(request, error, values ?? {});
    }
  }

  return (request, clientAddress) => {
    const type = readMediaType(request);
    if (type === 'application/x-www-form-urlencoded') return handleForm(request, clientAddress);
    refuseForeignOrigin(request, siteUrl);
    if (type === 'application/json') return handleJson(request, clientAddress);
    throw new Refusal(415, 'The body must be application/json or a form of this site.');
  };
}
