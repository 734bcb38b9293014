/**
 * `<astro-island>` in a quarter of the bytes of Astro's, in place of it (astro.config.mjs): Astro's also
 * knows slots, dates and maps as properties, and islands that are taken away; here are none.
 */
import type { ClientDirective } from 'astro';

declare const Astro: Record<string, ClientDirective>;

/** Each value stands behind the number of its kind, here always 0: as it is. */
type Properties = Record<string, [kind: 0, value: unknown]>;

interface Renderer {
  /** Hydrates what stands in the element (@astrojs/react). */
  default: (
    element: Element,
  ) => (component: unknown, properties: object, slots: object, by: { client: string }) => unknown;
}

class Island extends HTMLElement {
  connectedCallback(): void {
    const read = (name: string) => this.getAttribute(name) ?? '';
    const client = read('client');
    // A browser may remember that an address failed: the next try has another one.
    let query = '';

    const hydrate = async (component: unknown, renderer: Renderer) => {
      const properties = Object.entries(JSON.parse(read('props')) as Properties);
      const values = Object.fromEntries(properties.map(([name, [, value]]) => [name, value]));
      await renderer.default(this)(component, values, {}, { client });
      this.removeAttribute('ssr');
    };
    const load = async () => {
      try {
        const beforehand = read('before-hydration-url');
        if (beforehand) await import(beforehand); // in development
        const [chunk, renderer] = (await Promise.all([
          import(read('component-url') + query),
          import(read('renderer-url') + query),
          document.readyState === 'loading' &&
            new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve)),
        ])) as [Record<string, unknown>, Renderer, unknown];
        return () => hydrate(chunk[read('component-export')], renderer);
      } catch (error) {
        console.error('[astro-island]', error);
        query = `?${Date.now()}`;
        this.dispatchEvent(new Event('astro:hydration-error'));
        return () => Promise.resolve();
      }
    };
    const options = JSON.parse(read('opts')) as Parameters<ClientDirective>[1];
    Astro[client]?.(load, options, this);
  }
}

customElements.define('astro-island', Island);
