/** Of the draft preview alone, for a layout that has a status with `data-editor` (DraftBanner.astro): tells Contentful's editor what the page shows, and reloads the page after each save. */
import {
  ContentfulLivePreview,
  type ContentfulLivePreviewInitConfig,
} from '@contentful/live-preview';

const state = document.querySelector<HTMLElement>('[data-editor]');
const { editor = '{}', version: shown = '' } = state?.dataset ?? {};
/** The version of the content that this page shows; '' until it is known. */
let version = shown;

type Place = [text: string, top: number][];
/** Where each block of the page is, by its text; of several with one text the first. */
function findBlocks(): Map<string, number> {
  const all = [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li)')].reverse();
  return new Map(all.map((block) => [block.textContent, block.getBoundingClientRect().top]));
}

/** What a page knows of the one before a reload: what was read there, and the version for which the page was reloaded. */
interface Before {
  place?: Place;
  asked?: string;
}

/** Reloads the page. What the editor was reading stays where it is, whatever a save changes above. */
function reloadPage(asked: string) {
  const isSeen = (top: number) => scrollY > 0 && top >= 0 && top < innerHeight;
  const place: Place = [...findBlocks()].reverse().filter(([, top]) => isSeen(top));
  history.replaceState({ ...history.state, place, asked } satisfies Before, '');
  history.scrollRestoration = place.length > 0 ? 'manual' : 'auto';
  location.reload();
}

const { place = [], asked = '' } = (history.state ?? {}) as Before;
const blocks = findBlocks();
const [text = '', before = 0] = place.find(([one]) => blocks.has(one)) ?? [];
scrollBy({ top: (blocks.get(text) ?? before) - before, behavior: 'instant' });
history.scrollRestoration = 'auto';

/** Time between two questions. */
const checkEveryMs = 2000;

/** Asks whether the preview finds another version of the content. A page that cannot be made stays as it was: one reload for a version is enough. */
async function checkVersion() {
  if (document.hidden || !state) return;
  try {
    const question = version === '' ? '' : '?look';
    const answer = await fetch(`/api/health${question}`, { cache: 'no-store' });
    if (!answer.ok) throw new Error();
    const { version: now } = (await answer.json()) as { version: string };
    version ||= now;
    if (now !== version && now !== asked) reloadPage(now);
    if (state.textContent) state.textContent = '';
  } catch {
    state.textContent = 'The preview does not answer: this page may be out of date.';
  }
}
async function checkOften(): Promise<void> {
  await checkVersion();
  setTimeout(() => void checkOften(), checkEveryMs);
}

void checkOften();
document.addEventListener('visibilitychange', () => void checkVersion());
void ContentfulLivePreview.init(JSON.parse(editor) as ContentfulLivePreviewInitConfig);
// Outside a frame there is nobody to listen to.
if (parent !== window)
  ContentfulLivePreview.subscribe('save', { callback: () => void checkVersion() });
