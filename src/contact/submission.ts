/**
 * The rules of a contact request, used by the page, the island and the server (spec §3, §5, §7).
 * It ships inside the form, so it imports nothing.
 */

interface Field {
  name: 'name' | 'email' | 'company' | 'phone' | 'challenge';
  label: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  required: boolean;
  /** Characters; far above what people write, far below what hurts. */
  maxLength: number;
}

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
] as const satisfies readonly Field[];

export type FieldName = (typeof fields)[number]['name'];

/** A field people do not see; who fills it in is no person. It belongs to the form, not to the payload. */
export const honeypot = 'website';

/** Exactly the fields of spec §7. */
export interface Payload {
  to: string;
  subject: string;
  name: string;
  email: string;
  company: string;
  phone: string;
  message: string;
}

/** What the form holds → what is sent. */
export function createPayload(values: FormData, inbox: string): Payload {
  const get = (name: FieldName) => {
    const value = values.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    to: inbox,
    subject: `New consultation request from ${get('name')}, ${get('company')}`,
    name: get('name'),
    email: get('email'),
    company: get('company'),
    phone: get('phone') || 'Not provided',
    message: get('challenge'),
  };
}
