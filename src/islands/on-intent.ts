/**
 * `client:intent` and its own `<astro-island>`, a quarter of the size of Astro's: no slots, and only texts,
 * numbers and booleans as properties. An island is plain HTML until a visitor reaches for a control. A
 * pointer or the focus nearby loads the chunks; a press, a key, a click or a submit hydrates the island.
 * Visitors can type meanwhile. A click on a plain button and a submit wait for React; if the chunks fail,
 * the browser submits the form. Every page with an island inlines this code, so every byte counts.
 */
import type { ClientDirective } from 'astro';

/** Milliseconds that a submit waits for React before the browser submits the form. */
const patience = 6000;

interface Renderer {
  /** Hydrates the HTML in the element (@astrojs/react). */
  default: (
    element: Element,
  ) => (component: unknown, properties: object, slots: object, directive: object) => unknown;
}

class Island extends HTMLElement {
  connectedCallback(): void {
    const read = (name: string) => this.getAttribute(name) ?? '';
    let loading: Promise<() => unknown> | undefined;
    let waking: Promise<unknown> | undefined;
    // Browsers remember a failed import by its address, so each retry uses another one.
    let query = '';

    const load = async () => {
      const beforehand = read('before-hydration-url');
      if (beforehand) await import(beforehand); // in development
      const [chunk, renderer] = (await Promise.all([
        import(read('component-url') + query),
        import(read('renderer-url') + query),
        document.readyState === 'loading' &&
          new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve)),
      ])) as [Record<string, unknown>, Renderer, unknown];
      return async () => {
        // Astro writes each value as [kind, value]; plain values have kind 0.
        const properties = JSON.parse(read('props'), (_, value: unknown) =>
          Array.isArray(value) ? (value[1] as unknown) : value,
        ) as object;
        await renderer.default(this)(chunk[read('component-export')], properties, {}, {});
        this.removeAttribute('ssr');
      };
    };
    const warm = () =>
      (loading ??= load().catch((error: unknown) => {
        console.error(error);
        // The island stays plain HTML; the next touch tries again.
        query += '?';
        loading = waking = undefined;
        return () => undefined;
      }));
    const wake = () => (waking ??= warm().then((hydrate) => hydrate()));

    const sense = async (event: Event): Promise<void> => {
      const { type } = event;
      // All listened events have an element of this island as target.
      const control = (event.target as Element).closest<HTMLElement>('button,input,textarea,form');
      if (!control || !this.hasAttribute('ssr')) return;
      void warm();
      if (/over|in$/.test(type)) return; // nearby only, so no hydration yet

      const waking = wake();
      const submits = type === 'submit';
      if (!submits && !(type === 'click' && control.matches('[type=button]'))) return;
      event.preventDefault();
      if (this.hasAttribute('data-held')) return;
      this.toggleAttribute('data-held'); // the island's styles show a busy state
      await Promise.race([waking, new Promise((resolve) => setTimeout(resolve, patience))]);
      this.toggleAttribute('data-held');
      const awake = !this.hasAttribute('ssr');
      // React completes hydration on a click; only then its submit handler listens.
      if (awake) control.click();
      else if (control.dataset.failed) prompt(control.dataset.failed, location.href);
      if (submits) (control as HTMLFormElement)[awake ? 'requestSubmit' : 'submit']();
    };

    for (const type of 'pointerover focusin pointerdown keydown click submit'.split(' '))
      this.addEventListener(type, (event) => void sense(event), true);
    const { value } = JSON.parse(read('opts')) as Parameters<ClientDirective>[1];
    if (value === 'query' && location.search) void wake();
  }
}

customElements.define('astro-island', Island);

/** Astro requires a function; the element above does the work. */
export default (() => undefined) satisfies ClientDirective;
