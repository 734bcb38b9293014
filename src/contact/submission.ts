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
    maxLength: 200,
  },
  {
    name: 'email',
    label: 'Business Email',
    type: 'email',
    autoComplete: 'email',
    required: true,
    maxLength: 254,
  },
  {
    name: 'company',
    label: 'Company',
    type: 'text',
    autoComplete: 'organization',
    required: true,
    maxLength: 200,
  },
  {
    name: 'phone',
    label: 'Phone Number',
    type: 'tel',
    autoComplete: 'tel',
    required: false,
    maxLength: 50,
  },
  {
    name: 'challenge',
    label: "Main challenge you're trying to solve",
    required: true,
    maxLength: 5000,
  },
] as const;

export type FieldName = (typeof fields)[number]['name'];

/** A field of the form that people neither see nor fill; named so that no browser fills it for them. */
export const honeypot = 'topic';

const noPhone = 'Not provided';

// Marks that turn the direction of text could make one subject line read like another.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const createSubject = ({ name, company }: Pick<Submission, 'name' | 'company'>) =>
  `New contact request from ${name} (${company})`.replace(bidiControls, '');

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

// What browsers accept in an e-mail field (HTML standard), so one address and never a list.
const email =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const control = /[\p{Cc}\u2028\u2029]/u;

export type Parsed =
  { ok: true; submission: Submission } | { ok: false; fields: readonly FieldName[] };

/**
 * Parses values under the names of the form; names of `fields` that cannot be used come back in
 * their order. Anything but a text is refused.
 */
export function parseSubmission(values: unknown): Parsed {
  const given = new Map<string, unknown>(
    typeof values === 'object' && values !== null ? Object.entries(values) : [],
  );
  const submission: Submission = { name: '', email: '', company: '', phone: '', challenge: '' };
  const invalid: FieldName[] = [];

  for (const { name, required, maxLength } of fields) {
    const value = given.get(name) ?? '';
    if (typeof value !== 'string') {
      invalid.push(name);
      continue;
    }
    const lines = name === 'challenge' ? value.replace(lineBreak, '\n') : value;
    const text = name === 'phone' && lines === noPhone ? '' : lines.trim();
    if (
      (required && text === '') ||
      text.length > maxLength ||
      control.test(name === 'challenge' ? lines.replace(/[\n\t]/g, '') : lines) ||
      !text.isWellFormed() ||
      (name === 'email' && !email.test(text))
    ) {
      invalid.push(name);
    }
    submission[name] = text;
  }
  return invalid.length === 0 ? { ok: true, submission } : { ok: false, fields: invalid };
}
