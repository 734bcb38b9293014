/**
 * Shows a post or resource newer than the build (spec §4, §8): asks our own API and fills the templates
 * of sections/LivePage.astro with the item, or shows the text for a missing item.
 */
import type { Post, Resource } from '../engine/content/read.ts';
import { getChapters } from '../sections/chapters.ts';
import { liveHeading, liveResource } from '../rules/live-records.ts';
import { formatPageTitle } from '../layouts/page-title.ts';
import { liveBodyPolicy } from '../rules/trusted-types.ts';
import { fetchLive } from './live-api.ts';
import { fill, fillPost, getResourceValues, getTemplate, repeat } from './live-template.ts';

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

const region = document.querySelector<HTMLElement>('.live-page');
function draw(entry: Post | Resource, none: string): DocumentFragment | null {
  const isPost = 'excerpt' in entry;
  const fragment = getTemplate(isPost && entry.image ? 'item-with-picture' : 'item');
  if (!fragment) return null;
  const lead = isPost ? entry.excerpt : entry.subtitle;
  if (!lead) fragment.querySelector('.article-heading .lead')?.remove();
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
  // The values of a record must not replace words of the body.
  fillBody(fragment, entry.body, none);
  return fragment;
}

async function show(): Promise<void> {
  if (!region) return;
  const { list = '', firm = '', none = '' } = region.dataset;
  const [, path, slug = '', ...deeper] = location.pathname.split('/');
  // No address below an item can be newer than the build.
  const outcome =
    path === list && deeper.length === 0
      ? await fetchLive<Post | Resource>(`${list}/${slug}`)
      : 'missing';
  const fragment = typeof outcome === 'string' ? getTemplate(outcome) : draw(outcome, none);
  if (!fragment) return;
  region.replaceChildren(fragment);
  if (typeof outcome === 'string') return;
  document.title = formatPageTitle('seoTitle' in outcome ? outcome.seoTitle : outcome.title, firm);
  // The element of the address's fragment exists only now.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

void show();
