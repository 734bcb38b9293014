/**
 * The rules of a contact request (spec §3, §5, §7): the page draws its form from them, the island
 * builds the payload, the server checks what arrives. Ships to visitors, so it imports nothing.
 */

export interface Submission {
  name: string;
  email: string;
  company: string;
  /** '' when not given. */
  phone: string;
  challenge: string;
}

/** What `POST /contact` takes as JSON: exactly the seven fields of spec §7. */
export interface Payload {
  to: string;
  subject: string;
  name: string;
  email: string;
  company: string;
  phone: string;
  message: string;
}

/** Fields in the order of the form; beside `label` and `name`, attributes as React spells them. */
export const fields = [
  {
    name: 'name',
    label: 'Name',
    type: 'text',
    autoComplete: 'name',
    required: true,
  },
  {
    name: 'email',
    label: 'Business Email',
    type: 'email',
    autoComplete: 'email',
    required: true,
  },
  {
    name: 'company',
    label: 'Company',
    type: 'text',
    autoComplete: 'organization',
    required: true,
  },
  {
    name: 'phone',
    label: 'Phone Number',
    type: 'tel',
    autoComplete: 'tel',
    required: false,
  },
  {
    name: 'challenge',
    label: "Main challenge you're trying to solve",
    required: true,
  },
] as const;

export type FieldName = (typeof fields)[number]['name'];

/** A field of the form that people neither see nor fill; named so that no browser fills it for them. */
export const honeypot = 'topic';

const noPhone = 'Not provided';

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without the marks that turn the direction of text: they can make one line read like another. */
export const stripDirectionMarks = (text: string): string => text.replace(directionMarks, '');

/** Characters of a name or a company in a mail's header lines; the mail's text has them whole. */
const longestInHeader = 100;

/** A text of any length, cut for a header line of a mail. */
export function shortenForHeader(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= longestInHeader) return text;
  return `${characters.slice(0, longestInHeader).join('').trim()}…`;
}

export const createSubject = ({ name, company }: Pick<Submission, 'name' | 'company'>) =>
  stripDirectionMarks(
    `New contact request from ${shortenForHeader(name)} (${shortenForHeader(company)})`,
  );

/** The payload of spec §7, from the values of the form. */
export function createPayload(values: FormData, inbox: string): Payload {
  const text = (name: FieldName) => {
    const value = values.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const name = text('name');
  const company = text('company');
  return {
    to: inbox,
    subject: createSubject({ name, company }),
    name,
    email: text('email'),
    company,
    phone: text('phone') || noPhone,
    message: text('challenge'),
  };
}

// What browsers accept in an e-mail field (HTML standard): one address, never a list.
const email =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
/** Characters of the longest address that mail knows (RFC 5321). */
const longestEmail = 254;
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const control = /[\p{Cc}\u2028\u2029]/u;

/** Sentences for the visitor, one for each field that cannot be used, in the order of `fields`. */
export type FieldProblems = ReadonlyMap<FieldName, string>;

export type Parsed = { ok: true; submission: Submission } | { ok: false; problems: FieldProblems };

/** What is wrong with the trimmed text of a field, or null. `raw` is the text before trimming. */
function findProblem({ name, required }: (typeof fields)[number], text: string, raw: string) {
  if (required && text === '') return 'Please fill in this field.';
  const lines = name === 'challenge' ? raw.replace(/[\n\t]/g, '') : raw;
  if (control.test(lines) || !text.isWellFormed())
    return 'Please remove the characters that are no text.';
  if (name === 'email' && (!email.test(text) || text.length > longestEmail))
    return 'Please enter one complete email address.';
  return null;
}

/** Parses values under the names of the form. Only texts are accepted, of any length. */
export function parseSubmission(values: unknown): Parsed {
  const given = new Map<string, unknown>(
    typeof values === 'object' && values !== null ? Object.entries(values) : [],
  );
  const submission: Submission = { name: '', email: '', company: '', phone: '', challenge: '' };
  const problems = new Map<FieldName, string>();

  for (const field of fields) {
    const { name } = field;
    const value = given.get(name) ?? '';
    if (typeof value !== 'string') {
      problems.set(name, 'Please write a text.');
      continue;
    }
    const raw = name === 'challenge' ? value.replace(lineBreak, '\n') : value;
    const text = name === 'phone' && raw === noPhone ? '' : raw.trim();
    const problem = findProblem(field, text, raw);
    if (problem !== null) problems.set(name, problem);
    submission[name] = text;
  }
  return problems.size === 0 ? { ok: true, submission } : { ok: false, problems };
}
