import { useStore } from '@nanostores/react';
import { AnimatePresence, usePresence, useReducedMotion } from 'motion/react';
import { useAnimate } from 'motion/react-mini';
import { useEffect, useRef, useState } from 'react';
import '#styles/toast.css';
import { keepContent } from './keep-content.ts';
import { $menuOpen, $message, type Message } from './stores.ts';

/** Time that a status stays; an alert stays until dismissed. */
const statusStaysMs = 8000;

/** Time in which a message comes or goes. */
const motionSeconds = 0.3;

const Toast = ({ message }: { message: Message }) => {
  const [toast, animate] = useAnimate<HTMLDivElement>();
  const [isPresent, remove] = usePresence();
  const isStill = useReducedMotion();
  const [speaker] = useState(() => document.activeElement);

  const dismissMessage = () => {
    const hasFocus = toast.current.contains(document.activeElement);
    if (hasFocus && speaker instanceof HTMLElement) speaker.focus();
    if ($message.get() === message) $message.set(null);
  };

  useEffect(() => {
    const moveToast = <T,>(hidden: T, shown: T) => (isPresent ? [hidden, shown] : [shown, hidden]);
    void animate(
      toast.current,
      { opacity: moveToast(0, 1), transform: moveToast('translateY(1rem)', 'none') },
      { duration: isStill ? 0 : motionSeconds },
    ).then(() => {
      if (!isPresent) remove();
    });
  }, [animate, isPresent, isStill, remove, toast]);

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !$menuOpen.get()) dismissMessage();
    };
    addEventListener('keydown', onKey);
    const stays = message.role === 'alert' || message.address;
    const timer = stays ? undefined : setTimeout(dismissMessage, statusStaysMs);
    return () => {
      removeEventListener('keydown', onKey);
      clearTimeout(timer);
    };
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
      <button className="toast__dismiss" type="button" onClick={dismissMessage}>
        Dismiss
      </button>
    </div>
  );
};

/** The voice of all islands. Its live regions exist before a message, so that screen readers announce it. */
export const Messages = () => {
  const message = useStore($message, { ssr: 'initial' });
  const plain = useRef<HTMLParagraphElement>(null);

  // A message takes the place of what was said as plain text.
  useEffect(() => {
    if (message) plain.current?.replaceChildren();
  }, [message]);

  return (
    <div className="messages screen-only">
      <p className="toast messages__failure" role="alert" ref={plain} {...keepContent(null)} />
      {(['status', 'alert'] as const).map((role) => (
        <div role={role} key={role}>
          <AnimatePresence>
            {message?.role === role && <Toast key={message.text} message={message} />}
          </AnimatePresence>
        </div>
      ))}
    </div>
  );
};
