/** Of the draft preview alone, for a layout that has a status with `data-editor` (DraftBanner.astro): tells Contentful's editor what the page shows, and reloads the page after each save. */
import {
  ContentfulLivePreview,
  type ContentfulLivePreviewInitConfig,
} from '@contentful/live-preview';

const state = document.querySelector<HTMLElement>('[data-editor]');
const { editor = '{}' } = state?.dataset ?? {};

type Place = [text: string, top: number][];
/** Where each block of the page is, by its text; of several with one text the first. */
function findBlocks(): Map<string, number> {
  const all = [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li)')].reverse();
  return new Map(all.map((block) => [block.textContent, block.getBoundingClientRect().top]));
}

/** Reloads the page. What the editor was reading stays where it is, whatever a save changes above. */
function reload() {
  const isSeen = (top: number) => scrollY > 0 && top >= 0 && top < innerHeight;
  const place: Place = [...findBlocks()].reverse().filter(([, top]) => isSeen(top));
  history.replaceState({ ...history.state, place }, '');
  history.scrollRestoration = place.length > 0 ? 'manual' : 'auto';
  location.reload();
}

const { place = [] } = (history.state ?? {}) as { place?: Place };
const blocks = findBlocks();
const [text = '', before = 0] = place.find(([one]) => blocks.has(one)) ?? [];
scrollBy({ top: (blocks.get(text) ?? before) - before, behavior: 'instant' });
history.scrollRestoration = 'auto';

/** Time between two questions. */
const checkEveryMs = 2000;

let version: unknown;
/** Asks for the version of the content: first for that of this page, then whether the preview finds another one. */
async function check() {
  if (document.hidden || !state) return;
  try {
    const question = version === undefined ? '' : '?look';
    const answer = await fetch(`/api/health${question}`, { cache: 'no-store' });
    if (!answer.ok) throw new Error();
    const { version: now } = (await answer.json()) as { version: unknown };
    version ??= now;
    if (version !== now) reload();
    if (state.textContent) state.textContent = '';
  } catch {
    state.textContent = 'The preview does not answer: this page may be out of date.';
  }
}
async function checkOften(): Promise<void> {
  await check();
  setTimeout(() => void checkOften(), checkEveryMs);
}

void checkOften();
document.addEventListener('visibilitychange', () => void check());
void ContentfulLivePreview.init(JSON.parse(editor) as ContentfulLivePreviewInitConfig);
// Outside a frame there is nobody to listen to.
if (parent !== window) ContentfulLivePreview.subscribe('save', { callback: () => void check() });
