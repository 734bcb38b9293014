import { useStore } from '@nanostores/react';
import { animate } from 'motion/mini';
import { useEffect, useRef } from 'react';
import styles from '../styles/toast.css?inline';
import { $message, type Message } from './messages-store.ts';

/** Milliseconds that a status stays; an alert stays until dismissed. */
const statusStays = 8000;

let adopted = false;

/** Adds the styles of messages. The page's policy allows style sheets made by script. */
function adoptStyles(): void {
  if (adopted) return;
  adopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const Toast = ({ message }: { message: Message }) => {
  const toast = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (toast.current && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      void animate(
        toast.current,
        { opacity: [0, 1], transform: ['translateY(1rem)', 'none'] },
        { duration: 0.3 },
      );
    if (message.role === 'alert' || message.address || message.stays) return;
    const timer = setTimeout(() => $message.set(null), statusStays);
    return () => clearTimeout(timer);
  }, [message]);

  return (
    <div className="toast" ref={toast}>
      <p>{message.text}</p>
      {message.address && (
        <input
          aria-label="Address of this page"
          readOnly
          defaultValue={message.address}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <button className="toast__dismiss" type="button" onClick={() => $message.set(null)}>
        Dismiss
      </button>
    </div>
  );
};

/**
 * The page's live regions (spec §4, §8). They exist before the message, so that screen readers announce
 * it.
 */
export const Messages = () => {
  const message = useStore($message);
  useEffect(adoptStyles, []);
  return (
    <div className="messages">
      {(['status', 'alert'] as const).map((role) => (
        <div role={role} key={role}>
          {message?.role === role && <Toast message={message} />}
        </div>
      ))}
    </div>
  );
};
