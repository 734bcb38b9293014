import { useRef, useState, type ReactNode, type SubmitEvent, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import {
  createPayload,
  fields,
  honeypot,
  parseSubmission,
  readField,
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

/** Milliseconds after which a hanging request fails, so that every submit ends. */
const timeLimit = 20_000;

const texts = messages.contact;

/** The payload has no field for the trap, so a trapped form is sent as HTML would send it. */
const encodeForm = (values: FormData) =>
  new URLSearchParams(
    Array.from(values, ([name, value]) => [name, typeof value === 'string' ? value : '']),
  );

/** Sends the form's values. Resolves to null on success, else to the cause that the message names. */
async function send(values: FormData, inbox: string): Promise<string | null> {
  const response = await fetch(routes.contact, {
    method: 'POST',
    signal: AbortSignal.timeout(timeLimit),
    ...(values.get(honeypot)
      ? { body: encodeForm(values) }
      : {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(createPayload(values, inbox)),
        }),
  }).catch(() => null);
  if (!response) return texts.network;
  if (response.ok) return null;
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === 'object' && body && 'error' in body ? body.error : undefined;
  return texts.status(response.status, typeof error === 'string' ? error : undefined);
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
    form.querySelector(`#${name}-problem`)?.replaceChildren(problem ?? '');
    const control = form.querySelector(`#${name}`);
    if (problem) control?.setAttribute('aria-invalid', 'true');
    else control?.removeAttribute('aria-invalid');
  }
  document.querySelector('#contact-refused')?.replaceChildren();
}

/** Empties all fields. `reset` would restore the values that the server filled in. */
function clear(form: HTMLFormElement): void {
  for (const control of form.elements) if ('defaultValue' in control) control.defaultValue = '';
  form.reset();
}

/** Shows the button of a form that is being sent. @returns what shows it as it was, in whatever language */
function showSending(form: HTMLFormElement): () => void {
  const button = form.querySelector('button');
  const label = [...(button?.childNodes ?? [])];
  const show = (isSending: boolean, ...content: (Node | string)[]) => {
    button?.toggleAttribute('disabled', isSending);
    button?.replaceChildren(...content);
  };
  show(true, texts.submitting);
  return () => show(false, ...label);
}

/** The contact form. Without JavaScript the browser posts the form; with JavaScript the visitor stays on the page. */
export const ContactForm = ({ inbox, children }: Props) => {
  const [isSent, setSent] = useState(false);
  const sending = useRef(false);

  const showFailure = (form: HTMLFormElement, failure: string, values: FormData) => {
    const alert = form.querySelector<HTMLElement>('.contact-form__alert');
    alert?.querySelector('span')?.replaceChildren(texts.failure(failure, ''));
    alert?.querySelector('a')?.setAttribute('href', formatMail(values, inbox));
    alert?.removeAttribute('hidden');
    alert?.scrollIntoView({ block: 'nearest' });
  };

  /** Shows what the page without JavaScript says, until the visitor writes again. */
  const showSuccess = (form: HTMLFormElement) => {
    clear(form);
    flushSync(() => setSent(true));
    const place = document.querySelector<HTMLElement>('#contact-sent');
    const template = document.querySelector<HTMLTemplateElement>('#contact-sent-content');
    if (template) place?.replaceChildren(template.content.cloneNode(true));
    place?.querySelector('button')?.addEventListener('click', () => {
      place.replaceChildren();
      flushSync(() => setSent(false));
      form.querySelector('input')?.focus();
    });
    place?.focus({ preventScroll: true });
    place?.scrollIntoView();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const form = event.currentTarget;
    const values = new FormData(form);
    const focused = document.activeElement;
    form.querySelector('.contact-form__alert')?.setAttribute('hidden', '');
    writeProblems(form);
    const showIdle = showSending(form);
    const failure = await send(values, inbox);
    sending.current = false;
    showIdle();
    // The disabled button has lost the focus.
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
    if (failure === null) showSuccess(form);
    else showFailure(form, failure, values);
  };

  /** Removes the sentence beside a field that is being corrected, and writes it again if the visitor leaves it wrong. */
  const review = ({ type, target, currentTarget: form }: SyntheticEvent<HTMLFormElement>) => {
    const field = fields.find(({ name }) => target instanceof Element && name === target.id);
    if (!field) return;
    // The browser would refuse an address with a mark that nobody sees.
    if (field.name === 'email' && target instanceof HTMLInputElement) {
      const text = readField('email', target.value);
      if (text !== target.value) target.value = text;
    }
    if (type === 'input') form.querySelector(`#${field.name}-problem`)?.replaceChildren();
    else if (form.querySelector(`#${field.name}[aria-invalid=true]`))
      writeProblems(form, [field.name]);
  };

  return (
    <form
      className="contact-form"
      method="post"
      action={routes.contact}
      aria-labelledby="contact-form-title"
      hidden={isSent}
      onSubmit={(event) => void submit(event)}
      onInvalidCapture={({ currentTarget }) => writeProblems(currentTarget)}
      onInput={review}
      onBlur={review}
      {...keepContent(children)}
    />
  );
};
