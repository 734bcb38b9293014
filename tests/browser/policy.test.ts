/** No feature of the site violates a policy; tests of every page, the form, live items and the search ask this too. */
import { expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { complaint, desktop, scrollThrough, visit, wake } from '../support/visit.ts';
import { messages } from '../../src/data/messages.ts';
import { mainNavigation } from '../../src/data/navigation.ts';
import { redirects } from '../../src/data/redirects.ts';

/** Motion may also violate a policy. */
const moving = { ...desktop, reducedMotion: 'no-preference' } as const;

it('unknown addresses and ways from page to page violate no policy', async () => {
  await visit('/', moving, async ({ page, errors }) => {
    for (const { from } of redirects) await page.goto(from.replace('*', 'nothing'));
    await page.goto('/nothing');
    await page.goto('/blog');
    await scrollThrough(page);
    expect(errors.filter((error) => complaint.test(error))).toEqual([]);
  });
});

it('Share and Save violate no policy; their messages move into place, and break no rule of axe', async () => {
  const options = { ...moving, permissions: ['clipboard-read', 'clipboard-write'] };
  await visit('/blog/why-your-growth-stalled', options, async ({ page, errors }) => {
    await wake(page);
    // Asks in each frame, so that the motion is seen however slow the machine is.
    const motion = page.waitForFunction(() => {
      const [animation] = document.querySelector('[role=status] .toast')?.getAnimations() ?? [];
      return animation?.effect?.getTiming().duration;
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await (await motion).jsonValue()).toBe(300);
    const toast = page.locator('[role=status] .toast', { hasText: messages.blog.saved });
    await toast.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText(messages.share.copied).waitFor();
    expect(errors).toEqual([]);
  });
});

it('the rules for prerendering pages violate no policy', async () => {
  const about = mainNavigation[3].label;
  await visit('/', moving, async ({ page, errors }) => {
    const session = await page.context().newCDPSession(page);
    // The browser tries to prerender; under automation it always gives up.
    const tried = new Promise<string>((resolve) => {
      session.on('Preload.prerenderStatusUpdated', ({ key }) => resolve(key.url));
    });
    await session.send('Preload.enable');
    const link = page.getByRole('link', { name: about, exact: true }).first();
    await link.hover();
    expect(await tried).toMatch(/\/about$/);
    await link.click();
    await page.waitForURL('**/about');
    expect(errors).toEqual([]);
  });
});
