import { expect, it } from 'vitest';
import { readPages } from '../support/built-site.ts';
import { desktop, phone, visitEach } from '../support/visit.ts';

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])(
  'on %s the first image of a page is on the first screen and is fetched once',
  async (_, device) => {
    const withImage = [...(await readPages()).values()].filter(
      ({ $ }) => $('img[fetchpriority=high]').length > 0,
    );
    /** One page of each template. */
    const paths = new Map(withImage.map(({ path }) => [path.replace(/[^/]+$/, ''), path])).values();
    expect(withImage.length).toBeGreaterThan(0);
    const asked: string[] = [];
    await visitEach(
      paths,
      device,
      async ({ page }, path) => {
        const image = page.locator('img[fetchpriority=high]');
        const place = await image.boundingBox();
        expect(place?.y, path).toBeLessThan(page.viewportSize()?.height ?? 0);
        const shown = await image.evaluate(
          (element: HTMLImageElement) => new URL(element.currentSrc).pathname,
        );
        expect(shown, path).toMatch(/\.avif$/);
        const name = shown.replace(/-\d+\.avif$/, '');
        const fetched = asked.filter((url) => url.startsWith(name));
        expect(fetched, path).toEqual([shown]);
      },
      (page) => {
        page.on('request', (request) => {
          if (request.isNavigationRequest()) asked.length = 0;
          asked.push(new URL(request.url()).pathname);
        });
      },
    );
  },
);
