/**
 * `client:intent`: islands are plain HTML until a visitor reaches for a control of one. A pointer or the focus loads
 * the chunks of all; a press, a key, text or a submit hydrates them. What HTML serves happens at once. Another click
 * and a submit are said again to React, or if it does not come, the browser posts the form or a sentence says what to do.
 */
import type { ClientDirective } from 'astro';

/** Time that a click or a submit waits for React. */
const patienceMs = 6000;

interface Sleeper {
  load: Parameters<ClientDirective>[0];
  /** The element that React expects as the first node of the island. */
  root: ChildNode | null;
  /** Resolves to the function that hydrates the island. */
  loading?: ReturnType<Sleeper['load']> | undefined;
  waking?: Promise<unknown> | undefined;
}

const sleepers = new Map<HTMLElement, Sleeper>();

const loadSleeper = (sleeper: Sleeper) => (sleeper.loading ??= sleeper.load());

async function wakeSleeper(sleeper: Sleeper, element: HTMLElement): Promise<void> {
  sleeper.waking ??= loadSleeper(sleeper)
    .then(async (hydrate) => {
      // React would draw an island anew whose outermost element was wrapped or moved.
      if (element.firstChild === sleeper.root) await hydrate();
    })
    .catch(console.error);
  await sleeper.waking;
  // Such an island, and one without its chunk, stays plain HTML; the next touch tries again.
  if (element.hasAttribute('ssr')) {
    sleeper.loading = undefined;
    sleeper.waking = undefined;
  } else sleepers.delete(element);
}

/** Shows a sentence in place of React's messages (Messages.tsx); '' removes it. */
const saySentence = (text = '') =>
  document.querySelector('.messages__failure')?.replaceChildren(text);

/** Posts a form as HTML. Offline, the browser's error page would replace the typed text. */
function postForm(form: HTMLFormElement): void {
  if (navigator.onLine) form.submit();
  else form.querySelector('[role=alert][hidden]')?.removeAttribute('hidden');
}

async function senseIntent(event: Event): Promise<void> {
  const { target, type } = event;
  if (!(target instanceof Element)) return;
  const control = target.closest<HTMLElement>('button,input,textarea,form');
  const island = control?.closest<HTMLElement>('astro-island[ssr]');
  if (!control || !island) return;
  if (/over|in$/.test(type)) {
    sleepers.forEach((sleeper) => void loadSleeper(sleeper));
    return;
  }
  saySentence();
  sleepers.forEach((sleeper, element) => void wakeSleeper(sleeper, element));
  const waking = sleepers.get(island)?.waking;
  // The island names wrong fields in its own words, in place of the browser.
  const form = /submit|invalid/.test(type) && control.closest('form');
  if (!form && !(type === 'click' && control.matches('[type=button]:not([command])'))) return;
  event.preventDefault();
  if (island.hasAttribute('data-waking')) return;
  island.toggleAttribute('data-waking'); // the island's styles show a busy state
  const isPost = type === 'submit' && form && form.method === 'post';
  const leaveToBrowser = () => {
    if (!isPost) return;
    // No field is a file.
    const values = [...new FormData(form)] as [string, string][];
    navigator.sendBeacon(form.action, new URLSearchParams(values));
  };
  addEventListener('pagehide', leaveToBrowser);
  await Promise.race([waking, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  removeEventListener('pagehide', leaveToBrowser);
  island.toggleAttribute('data-waking');
  if (!island.hasAttribute('ssr')) {
    // React completes hydration on a click; only then its submit handler listens.
    control.click();
    if (form) form.requestSubmit();
  } else if (isPost) postForm(form);
  else {
    control.focus();
    saySentence((control as HTMLInputElement).validationMessage || control.dataset.failed);
  }
}

for (const type of 'pointerover focusin pointerdown keydown input click invalid submit'.split(' '))
  document.addEventListener(type, (event) => void senseIntent(event), true);

export default ((load, _, element) =>
  void sleepers.set(element, { load, root: element.firstChild })) satisfies ClientDirective;
