/** The contact form against the real server. */
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { desktop, phone, visit, visitFirst, type Visit } from '../support/visit.ts';
import { company } from '../../src/data/company.ts';
import { messages } from '../../src/data/messages.ts';

const { success, submitting } = messages.contact;
const failure = (message: string) => messages.contact.failure(message, company.inbox);

async function fill(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
  await page.getByRole('textbox', { name: 'Business Email' }).fill('ada@company.example');
  await page.getByRole('textbox', { name: 'Company' }).fill('Example & Co');
  await page
    .getByRole('textbox', { name: "Main challenge you're trying to solve" })
    .fill('Leads wait nine days.');
}

const submit = (page: Page) => page.getByRole('button', { name: messages.contact.submit });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

/** Opens the form with a clock that a test advances. */
const visitWithClock = (device: BrowserContextOptions, look: (visit: Visit) => Promise<void>) =>
  visitFirst('/contact', device, look, (page) => page.clock.install());

describe('the contact form', () => {
  it('lets the browser check the required fields, and sends the seven fields of the payload', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      await submit(page).click();
      const missing = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('form :invalid')].map(({ id }) => id),
      );
      expect(missing).toEqual(['name', 'email', 'company', 'challenge']);
      await fill(page);
      const email = page.getByRole('textbox', { name: 'Business Email' });
      await email.fill('not an address');
      expect(await email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(
        true,
      );

      await fill(page);
      const request = page.waitForRequest((sent) => sent.method() === 'POST');
      await submit(page).click();
      const payload: unknown = (await request).postDataJSON();
      expect(payload).toEqual({
        to: company.inbox,
        subject: expect.stringMatching(/Ada Example.*Example & Co/) as string,
        name: 'Ada Example',
        email: 'ada@company.example',
        company: 'Example & Co',
        phone: 'Not provided',
        message: 'Leads wait nine days.',
      });
    });
  });

  it('sends a message that the trap caught as HTML does, so that the server keeps it', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      await fill(page);
      await page.locator('#topic').evaluate((trap: HTMLInputElement) => (trap.value = 'robot'));
      const request = page.waitForRequest((sent) => sent.method() === 'POST');
      await submit(page).click();
      const sent = new URLSearchParams((await request).postData() ?? '');
      expect(Object.fromEntries(sent)).toMatchObject({ name: 'Ada Example', topic: 'robot' });
      await status(page).filter({ hasText: success }).waitFor();
    });
  });

  it('thanks the visitor until dismissed, and empties its fields once the server has the message', async () => {
    await visitWithClock(phone, async ({ page, errors }) => {
      await fill(page);
      await submit(page).tap();
      await status(page).waitFor();
      expect(await page.locator('#name').inputValue()).toBe('');
      expect(await submit(page).isEnabled()).toBe(true);
      await page.clock.runFor('01:00:00');
      expect(await status(page).count()).toBe(1);
      expect(await status(page).locator('p').innerText()).toBe(success);
      await page.getByRole('button', { name: 'Dismiss' }).tap();
      await status(page).waitFor({ state: 'detached' });
      expect(errors).toEqual([]);
    });
  });

  it('says why a message was not sent until dismissed, and keeps the fields', async () => {
    const refuse = (status: number, body: string) => (route: Route) =>
      route.fulfill({ status, contentType: 'application/json', body });
    const answers = [
      [refuse(422, '{"error":"The email is wrong."}'), 'Error 422: The email is wrong'],
      [refuse(500, '<h1>'), 'Error 500: Something went wrong while sending your message'],
      [(route: Route) => route.abort(), 'Network error'],
    ] as const;
    await visitWithClock(desktop, async ({ page }) => {
      await fill(page);
      for (const [answer, message] of answers) {
        await page.route('**/contact', answer);
        await submit(page).click();
        await alert(page).waitFor();
        await page.clock.runFor('01:00:00');
        expect(await alert(page).count()).toBe(1);
        expect(await alert(page).locator('p').innerText()).toBe(failure(message));
        expect(await page.locator('#name').inputValue()).toBe('Ada Example');
        expect(await findViolations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await alert(page).waitFor({ state: 'detached' });
        await page.unroute('**/contact');
      }
    });
  });

  it("shows 'Sending...' on a disabled button while it sends, and sends a double click once", async () => {
    await visit('/contact', desktop, async ({ page }) => {
      let sent = 0;
      const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
      await page.route('**/contact', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        sent++;
        await held;
        await route.fulfill({ status: 202, contentType: 'application/json', body: '{}' });
      });
      await fill(page);
      await submit(page).dblclick();
      const sending = page.getByRole('button', { name: submitting });
      await sending.waitFor();
      expect(await sending.isDisabled()).toBe(true);
      release(undefined);
      await status(page).waitFor();
      expect(sent).toBe(1);
    });
  });

  it("shows 'Sending...' at once for a submit that waits for its script", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await visit(
      '/contact',
      desktop,
      async ({ page }) => {
        await fill(page);
        await submit(page).click();
        await page.locator('[data-held] .contact-form .button').waitFor();
        const shown = await page
          .locator('.contact-form .button')
          .evaluate((button) => getComputedStyle(button, '::after').content);
        expect(shown).toBe(`"${submitting}"`);
        release(undefined);
        await status(page).waitFor();
      },
      (page) =>
        page.route('**/_astro/*.js', async (route) => {
          await held;
          await route.continue();
        }),
    );
  });

  it('keeps the text when the network fails before React has loaded, and across Back', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      await page.route('**/_astro/*.js*', (route) => route.abort());
      await fill(page);
      await page.context().setOffline(true);
      await submit(page).click();
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toBe(failure('Network error'));
      expect(await page.locator('#name').inputValue()).toBe('Ada Example');
      await page.context().setOffline(false);
      await page.goto('/about');
      await page.goBack();
      expect(await page.locator('#name').inputValue()).toBe('Ada Example');
    });
  });
});

describe('without JavaScript, or with chunks that fail', () => {
  it('keeps the values after a refusal, and can be sent after the correction', async () => {
    await visit('/contact', { ...desktop, javaScriptEnabled: false }, async ({ page, errors }) => {
      await fill(page);
      await page.locator('#company').fill('   ');
      await submit(page).click();
      await alert(page).waitFor();
      expect(await page.locator('#challenge').inputValue()).toBe('Leads wait nine days.');
      expect(await page.locator('#company-problem').innerText()).toBe('Please fill in this field.');
      await page.locator('#company').fill('Example & Co');
      await submit(page).click();
      await page.waitForURL('**/contact/sent');
      expect(errors).toEqual([expect.stringContaining('422')]);
    });
  });

  it('keeps the values when React loads after a refusal, and empties its fields after sending', async () => {
    await visit('/contact', desktop, async ({ page, errors }) => {
      await page.route('**/_astro/*.js*', (route) => route.abort());
      await fill(page);
      await page.locator('#company').fill('   ');
      await submit(page).click();
      await page.locator('#company-problem').filter({ hasText: /\S/ }).waitFor();
      await page.unroute('**/_astro/*.js*');
      expect(await findViolations(page)).toEqual([]);
      errors.length = 0; // the errors of the blocked chunks
      await page.locator('#company').fill('Example & Co');
      await submit(page).click();
      await status(page).waitFor();
      expect(errors).toEqual([]);
      for (const id of ['name', 'email', 'company', 'challenge'])
        expect(await page.locator(`#${id}`).inputValue()).toBe('');
      expect(await page.locator('[aria-invalid], #company-problem:not(:empty)').count()).toBe(0);
    });
  });
});
