/** The rules of a submission, for the page, the island and the server. The file ships to visitors. */
import { readText } from '../base/text.ts';

/** Fields in form order. The keys are attributes; what the page calls them is declared by the site (`leads.labels`). */
export const fields = [
  { name: 'name', type: 'text', autocomplete: 'name', required: true },
  { name: 'email', type: 'email', autocomplete: 'email', required: true },
  { name: 'company', type: 'text', autocomplete: 'organization', required: true },
  { name: 'phone', type: 'tel', autocomplete: 'tel', required: false },
  { name: 'challenge', required: true },
] as const;

export type FieldName = (typeof fields)[number]['name'];

/** What a visitor sends; '' for a field without a value. */
export type Submission = Record<FieldName, string>;

/** A hidden form field that only robots fill. The name keeps browsers from filling the field. */
export const honeypot = 'topic';

/**
 * A second question about an address such as 'ana@acme', which may be whole. The form sends `open` in a hidden field, and
 * after it `answered` if the visitor says so. What is sent without the form, such as our JSON, is not asked.
 */
export const addressQuestion = {
  name: 'address-question',
  open: 'open',
  answered: 'answered',
} as const;

/** What stands beside a wrong field (words.ts). */
export const formWords = {
  'enter-name': 'Enter your name.',
  'enter-email': 'Enter your business email.',
  'enter-company': 'Enter your company.',
  'enter-challenge': "Enter the challenge you're trying to solve.",
  wholeAddress: 'Enter one complete email address.',
  /** The question about an address. */
  noEnding: 'Is that complete? It has no ending such as .com.',
  noText: 'Please send text in this field.',
} as const;
type FormWords = Readonly<Record<keyof typeof formWords, string>>;

/** Ids of the elements that the server fills on the page of a refused form; that of a field is its name. */
export const refusedId = 'contact-refused';
export const getProblemId = (name: FieldName) => `${name}-problem` as const;

export const noPhone = 'Not provided';

/** Removes the marks that change the direction of text: they can make one line look like another. */
export const stripDirectionMarks = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

/** Characters of a name or company in a mail header. The mail's text has the whole value. */
const longestInHeader = 100;

/** Shortens a text of any length for a mail header. */
export function shortenForHeader(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= longestInHeader) return text;
  return `${characters.slice(0, longestInHeader).join('').trim()}…`;
}

export const createSubject = ({ name, company }: Pick<Submission, 'name' | 'company'>) =>
  stripDirectionMarks(
    `New contact request from ${shortenForHeader(name)} (${shortenForHeader(company)})`,
  );

/** Reads what a visitor typed or pasted into a field. */
export function readField(name: FieldName, typed: string): string {
  const text = readText(typed);
  if (name === 'challenge') return text.trim();
  // A copied address often has a mark around it that nobody sees, and that no address contains.
  const visible = name === 'email' ? text.replace(/\p{Default_Ignorable_Code_Point}/gu, '') : text;
  return visible.replace(/[\n\t]+/g, ' ').trim();
}

/** Builds the JSON body of `POST /contact` from the values of the form: exactly these seven fields. */
export function createPayload(values: FormData, inbox: string) {
  const text = (name: FieldName) => {
    const value = values.get(name);
    return typeof value === 'string' ? readField(name, value) : '';
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

// The pattern of browsers, for one address: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const email =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
/** A path has 256 characters at most, with two brackets: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.3 */
const longestEmail = 254;

/** Sentences for the visitor, one for each invalid field, in the order of `fields`. */
export type FieldProblems = ReadonlyMap<FieldName, string>;

export type Parsed = { ok: true; submission: Submission } | { ok: false; problems: FieldProblems };

/** Text that nobody sees: a space, a filler of Hangul (U+3164), a blank of Braille. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Writes the name of an address's server as the mail does: Firefox and Safari send 'müller.de' as it was typed. */
const toMailAddress = (address: string): string =>
  address.replace(/(?<=@)[\p{L}\p{M}\p{N}.-]+$/u, (host) => {
    try {
      return /[^\0-\x7f]/.test(host) ? new URL(`https://${host}`).hostname : host;
    } catch {
      return host;
    }
  });

/** Describes the problem of a field, or returns null. */
function findProblem(field: (typeof fields)[number], text: string, words: FormWords) {
  if (field.required && unseen.test(text)) return words[`enter-${field.name}`];
  if (field.name === 'email' && (!email.test(text) || text.length > longestEmail))
    return words.wholeAddress;
  return null;
}

/** Whether an address has no ending, such as '.com', after the name of its server. */
const hasNoEnding = (address: string) => !address.slice(address.indexOf('@')).includes('.');

/** Parses form values by field name. Only text values count; their length is not limited here. */
export function parseSubmission(
  values: Readonly<Record<string, unknown>>,
  words: FormWords = formWords,
): Parsed {
  const sent = new Map(Object.entries(values));
  const submission: Submission = { name: '', email: '', company: '', phone: '', challenge: '' };
  const problems = new Map<FieldName, string>();

  for (const field of fields) {
    const { name } = field;
    const value = sent.get(name) ?? '';
    if (typeof value !== 'string') {
      problems.set(name, words.noText);
      continue;
    }
    const read = readField(name, value);
    const given = name === 'email' ? toMailAddress(read) : read;
    const text = name === 'phone' && read === noPhone ? '' : given;
    const isAsked = name === 'email' && sent.get(addressQuestion.name) === addressQuestion.open;
    const question = isAsked && hasNoEnding(text) ? words.noEnding : null;
    const problem = findProblem(field, text, words) ?? question;
    if (problem !== null) problems.set(name, problem);
    submission[name] = text;
  }
  return problems.size === 0 ? { ok: true, submission } : { ok: false, problems };
}
