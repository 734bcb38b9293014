import { useEffect, useRef, useState } from 'react';
import type { PostSummary, ResourceCard } from '../content/snapshot/records.ts';
import { drawCover } from '../rules/covers.ts';
import { formatDate, parseDay } from '../rules/dates.ts';
import { messages } from '../data/messages.ts';
import { postPath, resourcePath } from '../data/routes.ts';
import { NotLoadedText } from './NotLoadedText.tsx';

interface Props {
  kind: 'blog' | 'resources';
}

/** A post or a resource as a list shows it. */
interface Item {
  slug: string;
  href: string;
  title: string;
  text: string;
  byline: readonly string[];
  /** YYYY-MM-DD */
  day: string | null;
  tags: readonly string[];
  gradient: string | undefined;
}

type State = 'built' | 'loading' | 'failed' | readonly Item[];

/** Milliseconds after which loading fails. */
const timeLimit = 20_000;
/** Items added at a time, because the failed build has no further pages. */
const step = 24;

const texts = {
  blog: {
    failed: { title: messages.blog.listFailedTitle, text: messages.blog.listFailed },
    featured: 'Featured Post',
    all: 'Latest Articles',
    action: 'Read Article',
  },
  resources: {
    failed: { title: messages.resources.listFailed },
    featured: 'Featured Resource',
    all: 'All Resources',
    action: 'Read Now',
  },
};

const parseItem = (entry: PostSummary | ResourceCard): Item =>
  'excerpt' in entry
    ? {
        slug: entry.slug,
        href: postPath(entry.slug),
        title: entry.title,
        text: entry.excerpt,
        byline: [entry.author],
        day: parseDay(entry.publishedDate),
        tags: entry.tags,
        gradient: undefined,
      }
    : {
        slug: entry.slug,
        href: resourcePath(entry.slug),
        title: entry.title,
        text: entry.description,
        byline: [entry.type, `${entry.readTime} read`],
        day: null,
        tags: [],
        gradient: entry.gradient,
      };

async function load(kind: Props['kind']): Promise<State> {
  try {
    const response = await fetch(`/api/${kind}`, { signal: AbortSignal.timeout(timeLimit) });
    if (!response.ok) return 'failed';
    // Our own API, whose answers use the types of the pages.
    const entries = (await response.json()) as readonly (PostSummary | ResourceCard)[];
    return entries.map(parseItem);
  } catch {
    return 'failed';
  }
}

/** Covers for all items: the list page's policy does not allow the pictures' address. */
const Cover = ({ item: { slug, gradient }, id = slug }: { item: Item; id?: string }) => {
  const { ground, shapes, line, end } = drawCover(slug, gradient);
  return (
    <svg
      className="cover"
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <linearGradient id={`cover-${id}`}>
        <stop stopColor={ground[0]} />
        <stop offset="1" stopColor={ground[1]} />
      </linearGradient>
      <path fill={`url(#cover-${id})`} d="M0 0h320v180H0z" />
      <path fill={shapes.color} d={shapes.path} />
      <path fill="none" stroke={line.color} d={line.path} />
      <path stroke={end.color} strokeWidth="24" d={end.path} />
    </svg>
  );
};

const Byline = ({ item: { byline, day } }: { item: Item }) => (
  <p className="byline">
    {byline.map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
    {day && <time dateTime={day}>{formatDate(day)}</time>}
  </p>
);

/** Tags without links: the pages of tags were not built either. */
const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <ul className="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <span>{tag}</span>
        </li>
      ))}
    </ul>
  );

const Feature = ({ kind, item }: Props & { item: Item }) => (
  <section className="feature" aria-labelledby="feature">
    <div className="feature__picture">
      <Cover item={item} id="featured" />
    </div>
    <div className="feature__text">
      <h2 className="feature__label" id="feature">
        {texts[kind].featured}
      </h2>
      <h3>
        <a href={item.href}>{item.title}</a>
      </h3>
      <p>{item.text}</p>
      <Byline item={item} />
      <Tags tags={item.tags} />
      <a className="button" href={item.href}>
        {texts[kind].action}
        <span className="visually-hidden">: {item.title}</span>
      </a>
    </div>
  </section>
);

const Cards = ({ kind, items }: Props & { items: readonly Item[] }) => {
  const [shown, setShown] = useState(step);
  if (items.length === 0) return null;
  return (
    <section className="card-grid" aria-labelledby="card-grid">
      <h2 id="card-grid">{texts[kind].all}</h2>
      <ul className="cards">
        {items.slice(0, shown).map((item) => (
          <li className="card" key={item.slug}>
            <div className="card__picture">
              <Cover item={item} />
            </div>
            <Byline item={item} />
            <h3>{item.title}</h3>
            <p>{item.text}</p>
            <Tags tags={item.tags} />
            <a className="arrow" href={item.href}>
              {texts[kind].action}
              <span className="visually-hidden">: {item.title}</span>
            </a>
          </li>
        ))}
      </ul>
      {shown < items.length && (
        <button
          className="button button--quiet"
          type="button"
          onClick={() => setShown(shown + step)}
        >
          Show more
        </button>
      )}
    </section>
  );
};

/**
 * Repairs a list that was built while the content service failed: shows the error text of the build,
 * then the current list, or the error again with a way to retry (spec §4, §8).
 */
export const LiveList = ({ kind }: Props) => {
  const [state, setState] = useState<State>('built');
  const region = useRef<HTMLDivElement>(null);

  const ask = () => {
    setState('loading');
    void load(kind).then(setState);
  };
  useEffect(ask, [kind]);

  const retry = () => {
    region.current?.focus(); // the button disappears and would take the focus along
    ask();
  };

  return (
    <div className="live-list" ref={region} tabIndex={-1} aria-busy={state === 'loading'}>
      {state === 'loading' ? (
        <div className="live-list__loading" role="status">
          <span className="spinner" aria-hidden="true" />
          <p className={kind === 'blog' ? 'visually-hidden' : ''}>{messages[kind].loadingList}</p>
        </div>
      ) : state === 'built' ? (
        <NotLoadedText {...texts[kind].failed} />
      ) : state === 'failed' ? (
        <div role="alert">
          <NotLoadedText {...texts[kind].failed}>
            <button className="button" type="button" onClick={retry}>
              Try again
            </button>
          </NotLoadedText>
        </div>
      ) : state[0] ? (
        <>
          <Feature kind={kind} item={state[0]} />
          <Cards kind={kind} items={kind === 'blog' ? state.slice(1) : state} />
        </>
      ) : (
        <NotLoadedText title={messages.blog.empty} text={messages.blog.emptyHint} />
      )}
    </div>
  );
};
