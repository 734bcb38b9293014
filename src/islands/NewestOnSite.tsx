import { useEffect, useState } from 'react';
import type { BuildReceipt } from '../engine/publish/build-receipt.ts';

interface Props {
  /** Path of the receipt that every build and every publish rewrites. */
  receipt: string;
}

type Known = Pick<BuildReceipt, 'revision' | 'builtAt'> & {
  newest: NonNullable<BuildReceipt['newest']>;
};

type State = 'idle' | 'failed' | { known: Known; isNewer: boolean };

/** Milliseconds between two requests. */
const pause = 4000;

// A site without content has no newest item.
const isKnown = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && 'newest' in value && value.newest !== null;

async function fetchReceipt(path: string): Promise<Known | null> {
  try {
    const response = await fetch(path, { cache: 'no-cache', signal: AbortSignal.timeout(pause) });
    const receipt: unknown = response.ok ? await response.json() : null;
    return isKnown(receipt) ? receipt : null;
  } catch {
    return null;
  }
}

/** Keeps the shown item until a newer one: a release may change nothing, and a request may fail. */
function follow(before: State, known: Known | null): State {
  if (typeof before !== 'object') return known ? { known, isNewer: false } : 'failed';
  return known && known.revision > before.known.revision ? { known, isNewer: true } : before;
}

/** A time in the visitor's time zone, with the day only when the day is not today. */
const Time = ({ written }: { written: string }) => {
  const time = new Date(written);
  const isToday = time.toDateString() === new Date().toDateString();
  return (
    <time dateTime={written}>
      {isToday
        ? `today at ${time.toLocaleTimeString('en-US', { timeStyle: 'short' })}`
        : time.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })}
    </time>
  );
};

/** Shows an editor, on request, the newest content of the site, and watches for newer content. */
export const NewestOnSite = ({ receipt }: Props) => {
  const [watching, setWatching] = useState(false);
  const [state, setState] = useState<State>('idle');

  useEffect(() => {
    if (!watching) return;
    const ask = () => {
      if (!document.hidden)
        void fetchReceipt(receipt).then((known) => setState((before) => follow(before, known)));
    };
    ask();
    const timer = setInterval(ask, pause);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [watching, receipt]);

  return (
    <div className="newest-on-site needs-script">
      <button
        className="button button--quiet"
        type="button"
        aria-disabled={watching}
        onClick={() => setWatching(true)}
      >
        {watching ? 'Watching what is live' : 'Tell me when it is live'}
      </button>
      <p role="status">
        {state === 'failed' && 'The site does not say what it has. We keep asking.'}
        {typeof state === 'object' &&
          (state.isNewer ? (
            <>
              Live since <Time written={state.known.builtAt} />:{' '}
              <a href={state.known.newest.path}>{state.known.newest.title}</a>
            </>
          ) : (
            <>
              Newest on the site: <a href={state.known.newest.path}>{state.known.newest.title}</a>,
              changed <Time written={state.known.newest.updatedAt} />
            </>
          ))}
      </p>
    </div>
  );
};
