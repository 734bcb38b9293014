/** The contact form against the real server; tests/engines sends it with late scripts and without any. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { closing } from '../support/closing.ts';
import { createFront, isScript } from '../support/front.ts';
import { desktop, phone, visit, visitFirst, wake, type Visit } from '../support/visit.ts';
import { company } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { messages } from '#data/messages.ts';
import { offerPath, routes } from '#data/routes.ts';

const { success, submitting } = messages.contact;
const failure = (message: string) => messages.contact.failure(message, company.inbox);

const answers = {
  name: 'Ada Example',
  email: 'ada@company.example',
  company: 'Example & Co',
  challenge: 'Leads wait nine days.',
};

async function fill(page: Page, texts = answers): Promise<void> {
  for (const [id, text] of Object.entries(texts)) await page.locator(`#${id}`).fill(text);
}
const read = (page: Page) =>
  Promise.all(Object.keys(answers).map((id) => page.locator(`#${id}`).inputValue()));
const filled = Object.values(answers);
const empty = ['', '', '', ''];

const submit = (page: Page) => page.getByRole('button', { name: messages.contact.submit });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

/** Opens the form with a clock that a test advances. */
const visitWithClock = (look: (visit: Visit) => Promise<void>) =>
  visitFirst('/contact', desktop, look, (page) => page.clock.install());

describe('the contact form', () => {
  it('is filled in, corrected and sent by keyboard, and thanks the visitor until dismissed', async () => {
    await visitWithClock(async ({ page, errors }) => {
      const { keyboard } = page;
      const type = async (id: string, text: string) => {
        await page.locator(`#${id}:focus`).waitFor();
        await keyboard.type(text);
        await keyboard.press('Tab');
      };
      await page.locator('#name').focus();
      await keyboard.press('Enter');
      const problems = page.locator('.field__problem:not(:empty)');
      // The first press wakes the form, which then writes beside each field.
      await problems.nth(empty.length - 1).waitFor();
      expect(await page.locator('[aria-invalid=true]').count()).toBe(empty.length);
      const invalid = page.locator('form :is(input, textarea):invalid');
      const marked = await invalid.evaluateAll((fields) => fields.map(({ id }) => id));
      expect(marked).toEqual(Object.keys(answers));
      await type('name', answers.name);
      await keyboard.type('no address');
      await keyboard.press('Enter');
      // The browser names the invalid field, and moves the focus there.
      await page.locator('#email:focus:user-invalid').waitFor();
      await page.locator('#email').selectText();
      // A wrong value that is changed into another wrong one says so on leaving.
      await type('email', 'still none');
      await page.locator('#email-problem').filter({ hasText: 'address' }).waitFor();
      await keyboard.press('Shift+Tab');
      await type('email', answers.email);
      await type('company', answers.company);
      await type('phone', '');
      await type('challenge', answers.challenge);

      const request = page.waitForRequest((sent) => sent.method() === 'POST');
      await keyboard.press('Enter');
      expect((await request).postDataJSON()).toEqual({
        to: company.inbox,
        subject: expect.stringMatching(/Ada Example.*Example & Co/) as string,
        name: answers.name,
        email: answers.email,
        company: answers.company,
        phone: 'Not provided',
        message: answers.challenge,
      });
      await status(page).waitFor();
      expect(await read(page)).toEqual(empty);
      await page.clock.runFor('01:00:00');
      expect(await status(page).locator('.lead').innerText()).toBe(success);
      expect(await page.getByText(success).count()).toBe(1);
      expect(await status(page).locator('a[href^="tel:"]').count()).toBe(company.phones.length);
      expect(await findViolations(page)).toEqual([]);
      await page.locator('#contact-sent:focus').waitFor();
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Enter']) await keyboard.press(key);
      await status(page).waitFor({ state: 'detached' });
      expect(await submit(page).isEnabled()).toBe(true);
      await page.locator('#name:focus').waitFor();
      await keyboard.press('Enter');
      await problems.nth(empty.length - 1).waitFor();
      await keyboard.type(answers.name);
      expect(await problems.count()).toBe(empty.length - 1);
      expect(errors).toEqual([]);
    });
  });

  it('names wrong fields in place of the browser, asleep and awake, and keeps a row in line', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      await page.evaluate(() => {
        const note = (event: Event) =>
          document.body.classList.toggle('bubble', !event.defaultPrevented);
        for (const control of document.querySelectorAll('.field > *'))
          control.addEventListener('invalid', note);
      });
      for (let press = 0; press < 2; press++) {
        await submit(page).focus();
        await submit(page).click();
        await page.locator('#name:focus[aria-invalid]').waitFor();
      }
      expect(await page.locator('.bubble').count()).toBe(0);
      await fill(page, { ...answers, email: 'ana@acme' });
      await submit(page).click();
      await page.locator('.field__answer').waitFor();
      const readTops = (selector: string) =>
        page
          .locator(selector)
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      for (const row of ['[for=name], [for=email]', '#name, #email']) {
        const tops = await readTops(row);
        expect(tops).toEqual([tops[0], tops[0]]);
      }
    });
  });

  it('asks about an address without an ending, and sends it once that is answered', async () => {
    await visit('/contact', phone, async ({ page }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.url());
      });
      await wake(page);
      await fill(page, { ...answers, email: 'ana@acme' });
      await submit(page).click();
      await page.locator('#email:focus').waitFor();
      expect(await page.locator('#email-problem').innerText()).toMatch(/^Is that complete\?/);
      expect(sent).toEqual([]);
      await page.getByLabel('Yes, it is complete').check();
      await submit(page).click();
      await status(page).waitFor();
      expect(sent).toHaveLength(1);
    });
  });

  it('says why a message was not sent, keeps the fields, and gives a mail with what was written', async () => {
    const refuse = (status: number, body: string) => (route: Route) =>
      route.fulfill({ status, contentType: 'application/json', body });
    const waitInVain = (route: Route) => route.request().frame().page().clock.runFor(20_000);
    const failures = [
      [refuse(422, '{"error":"The email is wrong."}'), 'Error 422: The email is wrong'],
      [refuse(500, '<h1>'), messages.contact.status(500, undefined)],
      [(route: Route) => route.abort(), messages.contact.network],
      [waitInVain, messages.contact.network],
    ] as const;
    await visitWithClock(async ({ page }) => {
      await wake(page);
      await fill(page);
      for (const [answer, message] of failures) {
        await page.route('**/contact', answer);
        await submit(page).click();
        await alert(page).waitFor();
        await page.clock.runFor('01:00:00');
        expect(await alert(page).innerText()).toBe(failure(message));
        const mail = new URL((await alert(page).getByRole('link').getAttribute('href')) ?? '');
        expect(mail.pathname).toBe(company.inbox);
        expect(mail.searchParams.get('subject')).toContain(answers.company);
        for (const text of filled) expect(mail.searchParams.get('body')).toContain(text);
        expect(await read(page)).toEqual(filled);
        expect(await findViolations(page)).toEqual([]);
        await page.locator(':focus', { hasText: messages.contact.submit }).waitFor();
        await page.unroute('**/contact');
      }
    });
  });

  it.each(['with React', 'while React loads'])('is sent though its tab closes, %s', async (how) => {
    const never = new Promise<never>(() => undefined);
    const isAwake = how === 'with React';
    const front = closing(
      await createFront(inject('siteUrl'), {
        route: (path) => (isScript(path) && !isAwake ? never : path),
        answer: (path) => (path.startsWith('/hang') ? never : null),
      }),
    );
    const count = (path: string) => front.asked.filter((one) => one.startsWith(path)).length;
    await visitFirst(`${front.url}/contact`, desktop, async ({ page }) => {
      if (isAwake) await wake(page);
      await fill(page);
      // They take all connections, so that the message waits.
      const connections = isAwake ? 6 : 0;
      await page.evaluate((count) => {
        for (let at = 0; at < count; at += 1) void fetch(`/hang?${String(at)}`).catch(() => null);
      }, connections);
      await expect.poll(() => count('/hang')).toBe(connections);
      const asked = count('/contact');
      await submit(page).click();
      await page.locator('form button:disabled, [data-waking]').waitFor();
      expect(count('/contact')).toBe(asked);
      await page.goto('about:blank');
      await expect.poll(() => count('/contact')).toBeGreaterThan(asked);
    });
  });

  it('sends a message that the trap caught as HTML does, so that the server keeps it', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      await fill(page);
      await page.locator('#topic[autocomplete=off]').fill('robot');
      const request = page.waitForRequest((sent) => sent.method() === 'POST');
      await submit(page).click();
      const sent = new URLSearchParams((await request).postData() ?? '');
      expect(Object.fromEntries(sent)).toMatchObject({ name: answers.name, topic: 'robot' });
      await status(page).filter({ hasText: success }).waitFor();
    });
  });

  it('shows the outcome of a long message in the window, most of which its field leaves free', async () => {
    await visit('/contact', phone, async ({ page }) => {
      await wake(page);
      await fill(page);
      const field = page.locator('#challenge');
      await field.evaluate((one: HTMLTextAreaElement) => {
        one.value = 'So.\n'.repeat(9000);
      });
      const share = await field.evaluate((one) => one.clientHeight / innerHeight);
      expect(share).toBeCloseTo(0.6, 1);
      await page.route('**/contact', (route) => route.abort(), { times: 1 });
      for (const outcome of ['.contact-form__alert', '#contact-sent h2']) {
        await submit(page).tap();
        await page.waitForFunction((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return box && box.height > 0 && box.top > 0 && box.bottom < innerHeight;
        }, outcome);
      }
    });
  });

  it('disables its button while it sends, and sends a double click once', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      let sent = 0;
      const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
      await page.route('**/contact', async (route) => {
        sent++;
        await held;
        await route.fulfill({ status: 202, contentType: 'application/json', body: '{}' });
      });
      await wake(page);
      await fill(page);
      await submit(page).dblclick();
      // A click before React has loaded shows the same text on a button that is not disabled.
      await page.getByRole('button', { name: submitting, disabled: true }).waitFor();
      release(undefined);
      await status(page).waitFor();
      expect(sent).toBe(1);
    });
  });

  it('keeps the text when the network fails before React has loaded, and across Back', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      await page.route('**/_astro/*.js*', (route) => route.abort());
      await fill(page);
      await page.context().setOffline(true);
      await submit(page).click();
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toBe(failure(messages.contact.network));
      expect(await read(page)).toEqual(filled);
      await page.context().setOffline(false);
      await page.goto('/about');
      await page.goBack();
      await expect.poll(() => read(page)).toEqual(filled);
    });
  });

  it('comes back as it was after a refusal without React, and can be sent after the correction', async () => {
    // What the browser lets pass; markup stays text.
    const refused = {
      name: '"Ada" id="company"',
      email: `${'a'.repeat(250)}@company.example`,
      company: '   ',
      challenge: '\n  "Half" < of it\n</textarea><script>alert(1)</script>',
    };
    await visit('/contact', desktop, async ({ page, errors }) => {
      await page.route('**/_astro/*.js*', (route) => route.abort());
      await fill(page, refused);
      await submit(page).click();
      await page.locator('#company-problem').filter({ hasText: /\S/ }).waitFor();
      expect(await alert(page).innerText()).toContain(
        'Error 422: Please check these fields: Business Email, Company. Please try again',
      );
      expect(await read(page)).toEqual(Object.values(refused));
      const problems = Object.keys(answers).map((id) => page.locator(`#${id}-problem`).innerText());
      expect(await Promise.all(problems)).toEqual([
        '',
        'Enter one complete email address.',
        'Enter your company.',
        '',
      ]);
      expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
      await page.unroute('**/_astro/*.js*');
      errors.length = 0; // the status 422 and the blocked chunks
      await fill(page);
      await submit(page).click();
      await page.getByText(success).first().waitFor();
      expect(errors).toEqual([]);
      expect(await findViolations(page)).toEqual([]);
      expect(await read(page)).toEqual(empty);
      expect(await page.locator('[aria-invalid], .field__problem:not(:empty)').count()).toBe(0);
    });
  });
});

describe.each([true, false])('an offer, with JavaScript: %j', (javaScriptEnabled) => {
  const [{ home, cta }] = engagements;
  const asked = (page: Page) => page.locator('.offer').filter({ visible: true });
  /** Goes from the table of the offers to the form. */
  const visitOffer = (look: (page: Page) => Promise<void>) =>
    visit(routes.services, { ...desktop, javaScriptEnabled }, async ({ page }) => {
      await page.getByRole('link', { name: cta, exact: true }).click();
      await asked(page).filter({ hasText: home.title }).waitFor();
      await look(page);
    });

  it('is named by the form, and by the address of the page that a lead keeps', async () => {
    await visitOffer(async (page) => {
      await fill(page);
      const request = page.waitForRequest((sent) => sent.method() === 'POST');
      await submit(page).click();
      const [address = ''] = offerPath(home.title).split('#');
      const sentFrom = new URL((await (await request).headerValue('referer')) ?? '');
      expect(sentFrom.pathname + sentFrom.search).toBe(address);
      await page.getByText(success).first().waitFor();
    });
  });

  it('is still named when the form is refused', async () => {
    await visitOffer(async (page) => {
      await fill(page);
      await page.locator('#name').fill(' ');
      await submit(page).click();
      await page.locator('#name[aria-invalid=true]').waitFor();
      expect(await asked(page).count()).toBe(1);
    });
  });

  it('can be dropped, and what is typed stays where there is JavaScript', async () => {
    await visitOffer(async (page) => {
      await page.locator('#name').fill(answers.name);
      await page.locator('#name').press('Tab'); // wakes the form
      await page
        .locator('astro-island[ssr] .contact-form')
        .waitFor({ state: javaScriptEnabled ? 'detached' : 'attached' });
      await asked(page).getByRole('link').click();
      await asked(page).waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      expect(await page.locator('#name').inputValue()).toBe(javaScriptEnabled ? answers.name : '');
    });
  });
});
