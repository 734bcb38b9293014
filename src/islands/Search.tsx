import { useEffect, useRef, useState } from 'react';
import '#styles/search.css';
import { messages } from '#data/messages.ts';
import { routes } from '#data/routes.ts';
import { keepContent } from './keep-content.ts';
import { searchIndex, type SearchAnswer } from './search-index.ts';
import { showMessage } from './stores.ts';

/** Time without a key press before the search starts. */
const pauseMs = 200;

const texts = messages.search;

/** What is inside a search form, here and on the page of an unknown address. */
export const SearchFields = () => (
  <>
    <label htmlFor="q">{texts.label}</label>
    <input id="q" name="q" type="search" maxLength={200} enterKeyHint="search" />
    <button className="button" type="submit">
      {texts.submit}
    </button>
  </>
);

/** The search form with its results. The address of the page holds the query. */
export const Search = () => {
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [state, setState] = useState<'loading' | (SearchAnswer & { query: string }) | null>(null);
  const answer = state === 'loading' ? null : state;

  const askIndex = async (written: string) => {
    clearTimeout(timer.current);
    const query = written.trim();
    asked.current = query;
    const address = query && `?${new URLSearchParams({ q: query }).toString()}`;
    history.replaceState(history.state, '', routes.search + address);
    if (!query) {
      setState(null);
      return;
    }
    setState((before) => before ?? 'loading');
    const found = await searchIndex(query).catch(() => null);
    // The visitor may have changed the query meanwhile.
    if (asked.current !== query) return;
    setState(found && { query, ...found });
    showMessage(found ? null : { role: 'alert', text: texts.failed });
  };

  const readQuery = () => form.current?.querySelector('input')?.value ?? '';

  useEffect(() => {
    // Text typed before React woke.
    if (readQuery()) void askIndex(readQuery());
    return () => clearTimeout(timer.current);
  }, []);

  return (
    <>
      <form
        className="search needs-script"
        role="search"
        action={routes.search}
        data-failed={texts.failed}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void askIndex(readQuery());
        }}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void askIndex(readQuery()), pauseMs);
        }}
        {...keepContent(<SearchFields />)}
      />
      <p className="search__state needs-script" role="status">
        {answer ? texts.found({ ...answer, shown: answer.results.length }) : state && texts.loading}
      </p>
      {answer?.total === 0 && (
        <p className="search__ask">
          <a className="button" href={routes.contact}>
            {texts.ask}
          </a>
        </p>
      )}
      {answer && answer.results.length > 0 && (
        // A translator may have taken the texts away that React would change.
        <ol className="search__results" key={answer.query}>
          {answer.results.map(({ path, title, type, excerpt }) => (
            <li key={path}>
              <p className="quiet" dir="auto">
                {type}
              </p>
              <h2 dir="auto">
                <a href={path}>{title}</a>
              </h2>
              <p dir="auto">
                {excerpt.map(({ text, isHit }, position) =>
                  isHit ? <mark key={position}>{text}</mark> : text,
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
};
