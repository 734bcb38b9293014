/** Of the draft preview alone: tells Contentful's editor what the page shows, and reloads the page after each save. */
import {
  ContentfulLivePreview,
  type ContentfulLivePreviewInitConfig,
} from '@contentful/live-preview';

const state = document.querySelector<HTMLElement>('.draft-banner__state');
const { receipt = '', editor = '{}' } = state?.dataset ?? {};

/** Where each block of the page is, by its text; null for a text that several blocks have. */
function findBlocks(): Map<string, number | null> {
  const blocks = new Map<string, number | null>();
  for (const block of document.querySelectorAll('main :is(h1, h2, h3, h4, p, li)')) {
    const text = block.textContent;
    blocks.set(text, blocks.has(text) ? null : block.getBoundingClientRect().top);
  }
  return blocks;
}

type Place = [text: string, top: number | null][];

/** Reloads the page. What the editor was reading stays where it is, whatever a save changes above. */
function reload() {
  const isSeen = (top: number | null) => top !== null && top >= 0 && top < innerHeight;
  const place: Place = scrollY > 0 ? [...findBlocks()].filter(([, top]) => isSeen(top)) : [];
  history.replaceState({ ...history.state, place }, '');
  history.scrollRestoration = place.length > 0 ? 'manual' : 'auto';
  location.reload();
}

function returnTo(place: Place) {
  const blocks = findBlocks();
  for (const [text, before] of place) {
    const now = blocks.get(text) ?? null;
    if (now === null || before === null) continue;
    scrollBy({ top: now - before, behavior: 'instant' });
    break;
  }
  history.scrollRestoration = 'auto';
}

let release: unknown;
async function check(query = '') {
  if (document.hidden || !state) return;
  try {
    const answer = await fetch(receipt + query, { cache: 'no-store' });
    if (!answer.ok) throw new Error();
    const { release: now } = (await answer.json()) as { release: unknown };
    release ??= now;
    if (release !== now) reload();
    if (state.textContent) state.textContent = '';
  } catch {
    state.textContent = 'The preview does not answer: this page may be out of date.';
  }
}

returnTo((history.state as { place?: Place } | null)?.place ?? []);
void check();
setInterval(check, 2000);
document.addEventListener('visibilitychange', () => void check());
void ContentfulLivePreview.init(JSON.parse(editor) as ContentfulLivePreviewInitConfig);
// Outside a frame there is nobody to listen to.
if (parent !== window)
  ContentfulLivePreview.subscribe('save', {
    callback: () => {
      void check('?saved');
      for (const wait of [250, 500, 1000, 1500]) setTimeout(() => void check(), wait);
    },
  });
