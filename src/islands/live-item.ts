/**
 * Shows a post or resource newer than the build (spec §4, §8): asks our own API and fills the templates
 * of sections/LivePage.astro with the item, or shows the text for a missing item.
 */
import type { Post, Resource } from '../content/snapshot/records.ts';
import { getChapters } from '../rules/chapters.ts';
import { liveHeading, liveResource } from '../rules/live-records.ts';
import { formatPageTitle } from '../rules/page-title.ts';
import { liveBodyPolicy } from '../rules/trusted-types.ts';
import { fill, fillPost, getResourceValues, repeat } from './live-template.ts';

/** Milliseconds after which loading fails. */
const timeLimit = 20_000;

/**
 * The only Trusted Types policy that turns text into elements, for bodies that our own API rendered and
 * sanitized.
 */
const bodyPolicy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy(liveBodyPolicy, { createHTML: (body) => body });

function fillBody(root: DocumentFragment, { html, headings }: Post['body'], none: string): void {
  const prose = root.querySelector('.prose');
  if (html && prose) prose.innerHTML = bodyPolicy?.createHTML(html) ?? html;
  else prose?.firstElementChild?.replaceChildren(none);

  const chapters = getChapters(headings);
  const [item, ...others] = root.querySelectorAll('.contents li');
  for (const other of others) other.remove();
  if (!item || chapters.length === 0) {
    root.querySelector('.contents nav')?.remove();
    return;
  }
  repeat(
    item,
    chapters.map(
      ({ id, text }) =>
        new Map([
          [liveHeading.id, id],
          [liveHeading.text, text],
        ]),
    ),
  );
}

type Outcome = Post | Resource | 'missing' | 'failed';

async function load(list: string, slug: string): Promise<Outcome> {
  try {
    const response = await fetch(`/api/${list}/${slug}`, {
      signal: AbortSignal.timeout(timeLimit),
    });
    if (response.status === 404) return 'missing';
    // Our own API, whose answers use the types of the pages.
    return response.ok ? ((await response.json()) as Post | Resource) : 'failed';
  } catch {
    return 'failed';
  }
}

const region = document.querySelector<HTMLElement>('.live-page');
const getTemplate = (name: string) => {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-live='${name}']`);
  return template ? document.importNode(template.content, true) : null;
};

function draw(entry: Post | Resource, none: string): DocumentFragment | null {
  const isPost = 'excerpt' in entry;
  const fragment = getTemplate(isPost && entry.image ? 'item-with-picture' : 'item');
  if (!fragment) return null;
  const lead = isPost ? entry.excerpt : entry.subtitle;
  if (!lead) fragment.querySelector('.article-heading .lead')?.remove();
  fillBody(fragment, entry.body, none);
  if (isPost) fillPost(fragment, entry);
  else
    fill(
      fragment,
      new Map([
        ...getResourceValues(entry),
        [liveResource.subtitle, entry.subtitle],
        [liveResource.author, entry.author],
      ]),
    );
  return fragment;
}

async function show(): Promise<void> {
  if (!region) return;
  const { list = '', firm = '', none = '' } = region.dataset;
  const [, path, slug = '', ...deeper] = location.pathname.split('/');
  // No address below an item can be newer than the build.
  const outcome = path === list && deeper.length === 0 ? await load(list, slug) : 'missing';
  const fragment = typeof outcome === 'string' ? getTemplate(outcome) : draw(outcome, none);
  if (!fragment) return;
  region.replaceChildren(fragment);
  region.classList.remove('live-page--waiting');
  if (typeof outcome === 'string') return;
  document.title = formatPageTitle('seoTitle' in outcome ? outcome.seoTitle : outcome.title, firm);
  // The element of the address's fragment exists only now.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

void show();
