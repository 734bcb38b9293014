/**
 * `client:intent` and the `<astro-island>` that it is for, in a quarter of the bytes of Astro's own: no
 * slots, and no properties but texts, numbers and booleans.
 *
 * An island sleeps as plain HTML until a visitor reaches for one of its controls. A pointer or the focus
 * that comes near loads the chunks; a press, a key, a click or a submit hydrates the island. Typing works
 * meanwhile. A click on a plain button and a submit wait for React; when the chunks do not come, HTML
 * gets the submit back. The code is inline in every page that has an island, so every byte of it counts.
 */
import type { ClientDirective } from 'astro';

/** Milliseconds a submit waits for React before the form posts itself. */
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
    // A browser may remember that an address failed: the next try has another one.
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
        // Astro writes each value as [kind, value]; the kind of a plain value is 0.
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
        // The island stays as it is, and the next touch tries again.
        query += '?';
        loading = waking = undefined;
        return () => undefined;
      }));
    const wake = () => (waking ??= warm().then((hydrate) => hydrate()));

    const sense = async (event: Event): Promise<void> => {
      const { type } = event;
      // An event that passes here has an element of this island as its target.
      const control = (event.target as Element).closest<HTMLElement>('button,input,textarea,form');
      if (!control || !this.hasAttribute('ssr')) return;
      void warm();
      if (/over|in$/.test(type)) return; // near, not yet a touch

      const waking = wake();
      const submits = type === 'submit';
      if (!submits && !(type === 'click' && control.matches('[type=button]'))) return;
      event.preventDefault();
      if (this.hasAttribute('data-held')) return;
      this.toggleAttribute('data-held'); // shown as busy by the styles of the island
      await Promise.race([waking, new Promise((resolve) => setTimeout(resolve, patience))]);
      this.toggleAttribute('data-held');
      const awake = !this.hasAttribute('ssr');
      // React finishes what it has begun when it sees a click, and only then hears a submit.
      if (awake) control.click();
      else if (control.dataset.failed) prompt(control.dataset.failed, location.href);
      if (submits) (control as HTMLFormElement)[awake ? 'requestSubmit' : 'submit']();
    };

    for (const type of 'pointerover focusin pointerdown keydown click submit'.split(' '))
      this.addEventListener(type, (event) => void sense(event), true);
    const { value } = JSON.parse(read('opts')) as Parameters<ClientDirective>[1];
    if (value === 'load' || (value === 'query' && location.search)) void wake();
  }
}

customElements.define('astro-island', Island);

/** The element does the work; Astro asks for a function. */
export default (() => undefined) satisfies ClientDirective;
