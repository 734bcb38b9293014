/** The shapes of the firm's facts that no type holds, for any firm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeTypefaces } from '#scripts/fonts.ts';
import { company } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { formatPrice } from '#data/prices.ts';
import { categories } from '#data/services/index.ts';
import { team } from '#data/team.ts';

test('the names have no soft hyphen, which the wordmark alone may add', () => {
  const { name, wordmark, legalName, teamName } = company;
  expect([name, legalName, teamName].join('')).not.toContain('\u00ad');
  expect(wordmark.replaceAll('\u00ad', '')).toBe(name);
  expect(name.length).toBeLessThanOrEqual(60);
});

test('addresses of mail, telephones and profiles can be opened', () => {
  const { inbox, sender, privacyEmail, careersEmail, securityEmail } = company;
  for (const address of [inbox, sender, privacyEmail, careersEmail, securityEmail])
    expect(address).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  for (const { href } of company.phones) expect(href).toMatch(/^tel:\+?\d+$/);
  const profiles = team.flatMap(({ linkedin, social }) => [linkedin, social?.href ?? null]);
  for (const profile of [company.profiles.linkedin, ...profiles])
    if (profile !== null) expect(profile).toMatch(/^https:\/\/\S+$/);
});

test('prices are above nothing and written in the way of the country', () => {
  expect(Intl.NumberFormat.supportedLocalesOf(company.numberLocale)).toHaveLength(1);
  const currencies = Intl.supportedValuesOf('currency');
  for (const { price } of engagements) {
    expect(formatPrice(price, 'table').trim()).not.toBe('');
    if (typeof price === 'string') continue;
    expect(price.amount).toBeGreaterThan(0);
    expect(currencies).toContain(price.currency);
  }
});

test.each(categories)('the services of $slug have an address each, and four steps', (category) => {
  const slugs = category.services.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
  for (const { process } of category.services) expect(Object.keys(process)).toHaveLength(4);
});

test('the files of the typefaces were cut for those that the firm has: npm run fonts', () => {
  const styles = join(import.meta.dirname, '../../../src/styles/fonts/fonts.css');
  expect(readFileSync(styles, 'utf8').split('\n')[0]).toBe(describeTypefaces());
});
