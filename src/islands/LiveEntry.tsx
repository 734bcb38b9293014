import { useEffect, useState } from 'react';
import type { Post, Resource } from '../content/snapshot/records.ts';
import { formatDate, parseDay } from '../rules/dates.ts';
import { messages } from '../data/messages.ts';
import { routes } from '../data/routes.ts';
import { liveBodyPolicy } from '../rules/trusted-types.ts';

interface Props {
  kind: 'blog' | 'resources';
}

/** An item as this page shows it, whichever kind it is of. */
interface Item {
  title: string;
  lead: string;
  facts: readonly string[];
  html: string;
}

type State = 'loading' | { item: Item } | { title: string; text?: string };

/** The only way from a text to elements on this site: the body that our own API rendered and made safe. */
const bodyPolicy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy(liveBodyPolicy, { createHTML: (body) => body });

/** Milliseconds after which loading counts as failed. */
const timeLimit = 20_000;

const parseItem = (entry: Post | Resource): Item =>
  'excerpt' in entry
    ? {
        title: entry.title,
        lead: entry.excerpt,
        facts: [entry.author, formatDay(entry.publishedDate)].filter(Boolean),
        html: entry.body.html,
      }
    : {
        title: entry.title,
        lead: entry.subtitle,
        facts: [entry.type, `${entry.readTime} read`, entry.author],
        html: entry.body.html,
      };

function formatDay(written: string): string {
  const day = parseDay(written);
  return day ? formatDate(day) : '';
}

async function load(kind: Props['kind'], slug: string): Promise<State> {
  const failed: State = {
    title: kind === 'blog' ? messages.blog.postFailed : messages.resources.resourceFailed,
  };
  try {
    const response = await fetch(`/api/${kind}/${slug}`, {
      signal: AbortSignal.timeout(timeLimit),
    });
    if (response.ok) {
      // Our own answer, rendered and made safe by the same code as the pages.
      const entry = (await response.json()) as Post | Resource;
      return { item: parseItem(entry) };
    }
    if (response.status !== 404) return failed;
  } catch {
    return failed;
  }
  return kind === 'blog'
    ? { title: messages.blog.notFound, text: messages.blog.notFoundHint }
    : { title: messages.resources.notFound };
}

/** A post or resource newer than the build: spinner, then the item or the spec's texts (spec §4, §8). */
export const LiveEntry = ({ kind }: Props) => {
  const [state, setState] = useState<State>('loading');
  const back = kind === 'blog' ? messages.blog.back : messages.resources.back;

  useEffect(() => {
    const slug = location.pathname.slice(location.pathname.lastIndexOf('/') + 1);
    void load(kind, slug).then((loaded) => {
      if (loaded !== 'loading' && 'item' in loaded) document.title = loaded.item.title;
      setState(loaded);
    });
  }, [kind]);

  if (state === 'loading')
    return (
      <div className="live-entry" role="status">
        <span className="spinner" aria-hidden="true" />
        <p className={kind === 'blog' ? 'visually-hidden' : ''}>{messages[kind].loading}</p>
      </div>
    );
  if ('item' in state) {
    const { title, lead, facts, html } = state.item;
    const body = html || `<p>${messages.blog.noContent}</p>`;
    return (
      <article className="live-entry">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        <p className="byline">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <div
          className="prose"
          dangerouslySetInnerHTML={{ __html: bodyPolicy?.createHTML(body) ?? body }}
        />
      </article>
    );
  }
  return (
    <div className="live-entry" role="alert">
      <h1>{state.title}</h1>
      {state.text && <p className="lead">{state.text}</p>}
      <a className="button" href={routes[kind]}>
        {back}
      </a>
    </div>
  );
};
