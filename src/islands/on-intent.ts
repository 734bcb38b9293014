/**
 * `client:intent`: an island sleeps as plain HTML until someone reaches for one of its controls. A
 * pointer or the focus coming near warms the chunks; a press, a key, a click or a submit wakes it.
 * What HTML does by itself it does at once (dialog commands, typing); a click that needs React, and a
 * submit, are held and replayed to it, or given back to HTML when the chunks do not come.
 * It stands inline in every page, so every byte of it counts.
 */
import type { ClientDirective } from 'astro';
import './island.ts';

/** Milliseconds a held submit waits for React before the form posts itself. */
const patience = 6000;

const onIntent: ClientDirective = (load, options, island) => {
  let loading: ReturnType<typeof load> | undefined;
  let waking: Promise<void> | undefined;

  // A chunk that failed: the island stays as it is, and the next touch tries again.
  island.addEventListener('astro:hydration-error', () => (loading = waking = undefined));

  const wake = () => (waking ??= (loading ??= load()).then((hydrate) => hydrate()));

  const sense = async (event: Event) => {
    const { target, type } = event;
    const control =
      target instanceof Element && target.closest<HTMLElement>('button,input,textarea,form');
    if (!control || !island.hasAttribute('ssr')) return;
    loading ??= load();
    if (/over|start|in$/.test(type)) return; // near, not yet a touch

    const waking = wake();
    const submits = control instanceof HTMLFormElement && type === 'submit';
    if (!submits && !(type === 'click' && control.matches('[type=button]:not([command])'))) return;
    event.preventDefault();
    if (island.hasAttribute('data-held')) return;
    island.toggleAttribute('data-held'); // shown as busy by the styles of the island
    await Promise.race([waking, new Promise((resolve) => setTimeout(resolve, patience))]);
    island.toggleAttribute('data-held');
    const awake = !island.hasAttribute('ssr');
    // React finishes what it has begun when it sees a click, and only then hears a submit.
    if (awake) control.click();
    if (submits) control[awake ? 'requestSubmit' : 'submit']();
  };

  for (const type of 'pointerover touchstart focusin pointerdown keydown click submit'.split(' '))
    island.addEventListener(type, (event) => void sense(event), true);
  if (options.value === 'query' && location.search) void wake();
  // The header is the one island that must follow the scroll where CSS cannot.
  if (!CSS.supports('animation-timeline: scroll()'))
    addEventListener('scroll', () => void wake(), { once: true });
};

export default onIntent;
