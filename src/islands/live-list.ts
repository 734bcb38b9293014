/**
 * Repairs a list that was built while the content service failed (spec §4, §8): asks our own API for
 * the current items and fills the templates of sections/LiveList.astro, or shows the error with a way to
 * retry.
 */
import type { PostSummary, ResourceCard } from '../engine/content/articles/records.ts';
import { fetchLive } from './live-api.ts';
import { fillCard, getTemplate } from './live-template.ts';

type Item = PostSummary | ResourceCard;

/** Items added at a time, because the failed build has no archive pages. */
const step = 24;

const region = document.querySelector<HTMLElement>('.live-list');
const kind = region?.dataset.list ?? '';

function show(content: DocumentFragment | null): void {
  region?.replaceChildren(...(content ? [content] : []));
}

/** Fills the part of the list's template that shows one item. */
function drawItem(part: '.feature' | '.card', item: Item): Element[] {
  const hasPicture = 'image' in item && item.image !== null;
  const template = getTemplate(hasPicture ? 'item-with-picture' : 'item');
  const element = template?.querySelector(part);
  if (!element) return [];
  fillCard(element, item);
  return [element];
}

function drawList(items: readonly Item[]): DocumentFragment | null {
  const [featured] = items;
  const list = featured ? getTemplate('item') : getTemplate('empty');
  if (!list || !featured) return list;
  list.querySelector('.feature')?.replaceWith(...drawItem('.feature', featured));

  let waiting = kind === 'blog' ? items.slice(1) : items;
  const grid = list.querySelector('.card-grid');
  const cards = grid?.querySelector('.cards');
  cards?.replaceChildren();
  if (waiting.length === 0) grid?.remove();
  const more = getTemplate('more')?.querySelector('button');
  const addCards = () => {
    cards?.append(...waiting.slice(0, step).flatMap((item) => drawItem('.card', item)));
    waiting = waiting.slice(step);
    if (waiting.length === 0) more?.remove();
  };
  more?.addEventListener('click', addCards);
  if (more) grid?.append(more);
  addCards();
  return list;
}

async function load(): Promise<void> {
  show(getTemplate('loading'));
  const items = await fetchLive<readonly Item[]>(kind);
  show(typeof items === 'string' ? getTemplate('failed') : drawList(items));
  if (typeof items !== 'string') return;
  region?.querySelector('button')?.addEventListener('click', () => {
    region.focus(); // the button disappears and would take the focus along
    void load();
  });
}

void load();
