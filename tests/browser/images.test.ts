import { describe, expect, it } from 'vitest';
import { readPages } from '../support/built-site.ts';
import { desktop, phone, visit } from '../support/visit.ts';

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s, the image that is fetched first', (_, device) => {
  it('stands on the first screen, and is fetched once', async () => {
    const paths = [...(await readPages()).values()]
      .filter(({ $ }) => $('link[rel=preload][as=image]').length > 0)
      .map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      const asked: string[] = [];
      await visit(
        path,
        device,
        async ({ page }) => {
          const image = page.locator('img[fetchpriority=high]');
          const place = await image.boundingBox();
          expect(place?.y, path).toBeLessThan(page.viewportSize()?.height ?? 0);
          const shown = await image.evaluate(
            (element) =>
              element instanceof HTMLImageElement && new URL(element.currentSrc).pathname,
          );
          expect(shown, path).toMatch(/\.avif$/);
          const name = String(shown).replace(/-\d+\.avif$/, '');
          expect(
            asked.filter((url) => url.startsWith(name)),
            path,
          ).toEqual([shown]);
        },
        async (page) => {
          page.on('request', (request) => asked.push(new URL(request.url()).pathname));
          await Promise.resolve();
        },
      );
    }
  });
});
