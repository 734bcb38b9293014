/** llms.txt: the site in short, for language models. */
import { beforeAll, expect, it } from 'vitest';
import { company } from '../../src/data/company.ts';
import { engagements } from '../../src/data/engagements.ts';
import { readBuilt, readPages } from '../support/built-site.ts';

let text: string;
beforeAll(async () => {
  text = await readBuilt('/llms.txt');
});

it('names the firm, its prices and its phones', () => {
  expect(text).toContain(`# ${company.name}\n\n> ${company.description}\n`);
  for (const { table } of engagements) expect(text).toContain(`- ${table.model}: ${table.price}\n`);
  for (const { display } of company.phones) expect(text).toContain(`: ${display}\n`);
});

it('links once to every service, post and resource, and to no page that is not there', async () => {
  const pages = await readPages();
  const linked = Array.from(
    text.matchAll(/\]\((.*)\)$/gm),
    ([, url = '']) => new URL(url).pathname,
  );
  const items = [...pages.values()].filter(
    ({ path, $ }) =>
      /^\/services\/[^/]+\/[^/]+$/.test(path) ||
      (/^\/(blog|resources)\/[^/]+$/.test(path) && $('.article').length > 0),
  );
  expect(items.length).toBeGreaterThan(3);
  for (const { path } of items) expect(linked.filter((one) => one === path).length, path).toBe(1);
  for (const path of linked) expect(pages.has(path), path).toBe(true);
});
