/** What a firm sells: each offer goes along to the contact page, and its terms stand where buyers read of it. */
import { expect, test } from 'vitest';
import { getPage, readPages } from '../support/built-site.ts';
import { calendar } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { listTerms } from '#data/offers.ts';
import { formatPrice } from '#data/prices.ts';
import { contactSentPath, offerPath, routes, servicePath } from '#data/routes.ts';
import { services } from '#data/services/index.ts';

const pages = await readPages();

test.each(engagements)('the button $cta leads to a form that names the offer', (engagement) => {
  const { home, cta, price, duration = '', keeps = '' } = engagement;
  const path = offerPath(home.title);
  for (const from of [routes.home, routes.services]) {
    const { $ } = getPage(pages, from);
    expect($(`main a[href="${path}"]`).text().trim()).toBe(cta);
  }
  const { $ } = getPage(pages, routes.contact);
  const asked = $('.contact-form .offer').filter((_, one) => path.endsWith(`#${one.attribs.id}`));
  expect(asked.find('b').text()).toBe(`${home.title}, ${formatPrice(price, 'home')}`);
  for (const term of listTerms(engagement)) expect(asked.text()).toContain(term);
  for (const term of [duration, keeps])
    expect(getPage(pages, routes.services).text).toContain(term);
});

test('a service says the terms of its first step', () => {
  const [first] = engagements;
  for (const { category, slug } of services)
    for (const term of listTerms(first))
      expect(getPage(pages, servicePath(category, slug)).text).toContain(term);
});

test('who has written may pick a time where the firm has a calendar', () => {
  const { $ } = getPage(pages, contactSentPath);
  const times = $('main a').filter((_, link) => $(link).text().includes('Or pick a time now'));
  expect(times.map((_, link) => link.attribs.href).get()).toEqual(calendar ? [calendar] : []);
});
