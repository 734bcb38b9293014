import type { MouseEvent, ReactNode, SubmitEvent, SyntheticEvent } from 'react';
import {
  createPayload,
  fields,
  getProblemId,
  honeypot,
  parseSubmission,
  readField,
  refusedId,
} from '#engine/leads/fields.ts';
import '#styles/contact-form.css';
import { messages } from '#data/messages.ts';
import { routes } from '#data/routes.ts';
import { keepContent } from './keep-content.ts';

interface Props {
  /** The company inbox: payload field `to`, and the address that a failed attempt names. */
  inbox: string;
  /** The fields, the button and the place of the alert (sections/contact/FormPanel.astro). */
  children?: ReactNode;
}

/** Time after which a hanging request counts as failed, so that every submit ends. */
const timeLimitMs = 20_000;

/** Encodes a form's values as HTML does. No field is a file. */
const encodeForm = (values: FormData) => new URLSearchParams([...values] as [string, string][]);

/** Characters of a body that outlives the tab. All such bodies share 64 KiB: https://fetch.spec.whatwg.org/#http-network-or-cache-fetch */
const longestKept = 16_000;

const texts = messages.contact;

/** Returns the cause that the message names, or null on success. */
async function readFailure(response: Response): Promise<string | null> {
  if (response.ok) return null;
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === 'object' && body && 'error' in body ? body.error : undefined;
  return texts.status(response.status, typeof error === 'string' ? error : undefined);
}

/**
 * Sends the form's values. Resolves to null on success, else to the cause that the message names.
 * @throws when no request has left, such as with a `fetch` of somebody else
 */
function sendForm(values: FormData, inbox: string): Promise<string | null> {
  // The payload has no field for the trap.
  const [type, body] = values.get(honeypot)
    ? ['application/x-www-form-urlencoded', encodeForm(values).toString()]
    : ['application/json', JSON.stringify(createPayload(values, inbox))];
  const answer = fetch(routes.contact, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    keepalive: body.length <= longestKept,
  }).then(readFailure);
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, timeLimitMs, texts.network);
  });
  return Promise.race([answer, late]).catch(() => texts.network);
}

/** Formats the address of a mail that carries what a visitor wrote. */
function formatMail(values: FormData, inbox: string): string {
  const { subject, message, name, company, email, phone } = createPayload(values, inbox);
  const body = [message, '', name, company, email, phone].join('\n').replace(/\r?\n/g, '\r\n');
  return `mailto:${inbox}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** Writes beside wrong fields the sentences that the server would write, and removes those of all others. */
function writeProblems(form: HTMLFormElement, names = fields.map(({ name }) => name)): void {
  const parsed = parseSubmission(Object.fromEntries(new FormData(form)));
  for (const name of names) {
    const problem = parsed.ok ? undefined : parsed.problems.get(name);
    form.querySelector(`#${getProblemId(name)}`)?.replaceChildren(problem ?? '');
    const control = form.querySelector(`#${name}`);
    if (problem) control?.setAttribute('aria-invalid', 'true');
    else control?.removeAttribute('aria-invalid');
  }
  document.querySelector(`#${refusedId}`)?.replaceChildren();
}

/** Moves the focus to the first wrong field; false when there is none. */
function focusWrong(form: HTMLFormElement): boolean {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid]');
  wrong?.focus();
  return wrong !== null;
}

/** Our sentences stand beside the fields, in place of the bubble of the browser. */
function refuseForm(event: SyntheticEvent<HTMLFormElement>): void {
  event.preventDefault();
  writeProblems(event.currentTarget);
  focusWrong(event.currentTarget);
}

/** Drops what the visitor asked for (offerPath in data/routes.ts), and keeps what is typed. */
function dropOffer(event: MouseEvent<HTMLFormElement>): void {
  const link = event.target instanceof Element ? event.target.closest('.offer a') : null;
  if (!link) return;
  event.preventDefault();
  history.replaceState(history.state, '', routes.contact);
  link.parentElement?.remove();
  event.currentTarget.querySelector('input')?.focus();
}

/** Empties all fields. `reset` would restore the values that the server filled in. */
function clearForm(form: HTMLFormElement): void {
  for (const { name } of fields) {
    const control = form.elements.namedItem(name);
    if (control && 'defaultValue' in control) control.defaultValue = '';
  }
  form.reset();
}

function showFailure(form: HTMLFormElement, text: string, mail: string): void {
  const alert = form.querySelector<HTMLElement>('.contact-form__alert');
  alert?.querySelector('span')?.replaceChildren(text);
  alert?.querySelector('a')?.setAttribute('href', mail);
  alert?.removeAttribute('hidden');
  alert?.scrollIntoView({ block: 'nearest' });
}

/** Shows what the page without JavaScript says, until the visitor writes again. */
function showSuccess(form: HTMLFormElement): void {
  clearForm(form);
  form.hidden = true;
  const place = document.querySelector<HTMLElement>('#contact-sent');
  const template = document.querySelector<HTMLTemplateElement>('#contact-sent-content');
  if (template) place?.replaceChildren(template.content.cloneNode(true));
  place?.querySelector('button')?.addEventListener('click', () => {
    place.replaceChildren();
    form.hidden = false;
    form.querySelector('input')?.focus();
  });
  place?.focus({ preventScroll: true });
  place?.scrollIntoView();
}

/** Sends the form. Whatever fails before the request is on its way leaves the form to the browser, which posts it. */
async function submitForm(event: SubmitEvent<HTMLFormElement>, inbox: string): Promise<void> {
  const form = event.currentTarget;
  const button = form.querySelector('button');
  if (!button) return;
  if (button.disabled) {
    event.preventDefault();
    return;
  }
  const values = new FormData(form);
  const focused = document.activeElement;
  const label = [...button.childNodes]; // in whatever language
  form.querySelector('.contact-form__alert')?.setAttribute('hidden', '');
  writeProblems(form);
  // Browsers let pass what the server would refuse, or ask about: nothing is sent in vain.
  if (focusWrong(form)) {
    event.preventDefault();
    return;
  }
  const sending = sendForm(values, inbox);
  event.preventDefault();
  button.disabled = true;
  button.replaceChildren(texts.submitting);
  const failure = await sending;
  button.disabled = false;
  button.replaceChildren(...label);
  // The disabled button has lost the focus.
  if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  if (failure === null) showSuccess(form);
  else showFailure(form, texts.failure(failure, ''), formatMail(values, inbox));
}

/** Removes the sentence beside a field that is being corrected, and writes it again if the visitor leaves it wrong. */
function reviewField({ type, target, currentTarget: form }: SyntheticEvent<HTMLFormElement>): void {
  const field = fields.find(({ name }) => target instanceof Element && name === target.id);
  if (!field) return;
  // The browser would refuse an address with a mark that nobody sees.
  if (field.name === 'email' && target instanceof HTMLInputElement) {
    const text = readField('email', target.value);
    if (text !== target.value) target.value = text;
  }
  if (type === 'input') form.querySelector(`#${getProblemId(field.name)}`)?.replaceChildren();
  else if (form.querySelector(`#${field.name}[aria-invalid=true]`))
    writeProblems(form, [field.name]);
}

/** The contact form. Without JavaScript the browser posts the form; with JavaScript the visitor stays on the page. */
export const ContactForm = ({ inbox, children }: Props) => (
  <form
    className="contact-form"
    method="post"
    aria-labelledby="contact-form-title"
    onSubmit={(event) => void submitForm(event, inbox)}
    onInvalidCapture={refuseForm}
    onClick={dropOffer}
    onInput={reviewField}
    onBlur={reviewField}
    {...keepContent(children)}
  />
);
