import { useRef, useState, type SubmitEvent } from 'react';
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
import { $message, type Message } from './stores.ts';

interface Props {
  /** The company inbox: payload field `to`, and the address that a failed attempt names. */
  inbox: string;
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

/** Writes beside each wrong field the sentence that the server would write, and removes all others. */
function writeProblems(form: HTMLFormElement): void {
  const parsed = parseSubmission(Object.fromEntries(new FormData(form)));
  for (const { name } of fields) {
    const problem = parsed.ok ? undefined : parsed.problems.get(name);
    const sentence = form.querySelector(`#${name}-problem`);
    if (sentence) sentence.textContent = problem ?? '';
    if (!problem) form.querySelector(`#${name}`)?.removeAttribute('aria-invalid');
  }
  document.querySelector('#contact-refused')?.replaceChildren();
}

/** Empties all fields. `reset` would restore the values that the server filled in. */
function clear(form: HTMLFormElement): void {
  for (const control of form.elements) if ('defaultValue' in control) control.defaultValue = '';
  form.reset();
}

/** The contact form. Without JavaScript the browser posts the form; with JavaScript the visitor stays on the page. */
export const ContactForm = ({ inbox }: Props) => {
  const [submitting, setSubmitting] = useState(false);
  // Starts from the server's text, which React would otherwise remove.
  const [written, setWritten] = useState(() =>
    typeof document === 'undefined' ? '' : document.querySelector('textarea')?.value,
  );
  const [outcome, setOutcome] = useState<Message | null>(null);
  const sending = useRef(false); // a ref, because a second click may come before React renders

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const form = event.currentTarget;
    const values = new FormData(form);
    const focused = document.activeElement;
    setSubmitting(true);
    $message.set(null);
    setOutcome(null);
    writeProblems(form);
    const failure = await send(values, inbox);
    sending.current = false;
    flushSync(() => setSubmitting(false));
    // The disabled button has lost the focus.
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
    if (failure === null) {
      clear(form);
      setWritten('');
    }
    const message: Message =
      failure === null
        ? { role: 'status', text: texts.success, stays: true }
        : { role: 'alert', text: texts.failure(failure, inbox) };
    setOutcome(message);
    $message.set(message);
  };

  return (
    <form
      className="contact-form"
      method="post"
      action={routes.contact}
      data-failed={texts.failure(texts.network, inbox)}
      onSubmit={(event) => void submit(event)}
    >
      {fields.map(({ name, label, required, ...attributes }) => {
        const isLong = name === 'challenge';
        const Control = isLong ? 'textarea' : 'input';
        return (
          <p className={isLong ? 'field field--long' : 'field'} key={name}>
            <label htmlFor={name}>
              {label}
              {!required && <span className="quiet"> (optional)</span>}
            </label>
            <Control
              id={name}
              name={name}
              required={required}
              aria-describedby={`${name}-problem`}
              defaultValue={isLong ? written : undefined}
              onInvalid={({ currentTarget: { form } }) => form && writeProblems(form)}
              onInput={({ currentTarget }) => {
                currentTarget.nextElementSibling?.replaceChildren();
                // The browser would refuse an address with a mark that nobody sees.
                const text = name === 'email' ? readField(name, currentTarget.value) : null;
                if (text !== null && text !== currentTarget.value) currentTarget.value = text;
              }}
              {...attributes}
            />
            {/* The server may fill this element (engine/serve/contact.ts), so React must not compare. */}
            <span className="field__problem" id={`${name}-problem`} suppressHydrationWarning>
              {''}
            </span>
          </p>
        );
      })}
      <p className="visually-hidden" aria-hidden="true">
        <label htmlFor={honeypot}>Leave this empty</label>
        <input id={honeypot} name={honeypot} tabIndex={-1} autoComplete="off" />
      </p>
      <button
        className="button"
        type="submit"
        disabled={submitting}
        data-sending={texts.submitting}
      >
        {submitting ? texts.submitting : texts.submit}
      </button>
      {/* Messages.tsx says the same, so this text is no live region. */}
      {outcome && <p className={`contact-form__${outcome.role}`}>{outcome.text}</p>}
    </form>
  );
};
