/** The doctor knows every sentence, fact and icon of the sample: scripts/doctor/sample.txt, written by `vitest -u`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createDigest, listStrings, readShown, reduce } from '#scripts/doctor/sample.ts';
import { company, officeHours } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { messages } from '#data/messages.ts';
import { footerNavigation, mainNavigation } from '#data/navigation.ts';
import { pageTitles } from '#data/page-titles.ts';
import { formatPrice } from '#data/prices.ts';
import { routes } from '#data/routes.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { flattenText } from '#engine/content/index.ts';
import { settingsOf } from '../../fixtures/content.ts';
import { runScript } from '../../commands/run-script.ts';

/** Names of pages and of categories: every firm has these. */
const labels: readonly string[] = [
  mainNavigation,
  footerNavigation.flatMap(({ title, links }) => [{ label: title }, ...links]),
]
  .flat()
  .map(({ label }): string => label)
  .concat(pageTitles[routes.about], pageTitles[routes.thankYou]);

/** Files with the firm's words. The other files say what any firm's site says. */
const sources = globSync([
  'public/*',
  'src/data/{claims,engagements,legal,page-titles,team,testimonials}.ts',
  'src/data/services/{ai,business-operations,marketing,sales}.ts',
  'src/sections/{about,contact,home}/*.astro',
  'src/sections/{ClosingPanel,resources/Resource}.astro',
  'src/pages/{index,about,contact,services/index}.astro',
  'src/data/built-in/*-{guide,playbook}.ts',
]).toSorted();

/**
 * Where a file has a text, or -1. A label in a section is a word of the interface; in the facts of the firm a figure
 * or a title counts.
 */
function findText(file: string, source: string, reduced: string, text: string): number {
  const words = text.trim().split(/\s+/).length;
  const isSentence = words > 3 || (words === 3 && /\w[.?!]$/.test(text.trim()));
  const isFact = file.startsWith('src/data/') && (words > 1 || /\d|:\/\//.test(text));
  const literals = [`'${text}'`, `"${text}"`, `'${text}.'`];
  return isSentence || (isFact && literals.some((literal) => source.includes(literal)))
    ? reduced.indexOf(reduce(text))
    : -1;
}

test('the list of the sample is complete', async () => {
  const shown = await readShown(inject('distDirectory'));
  const known = new Set(labels.map((label) => createDigest(reduce(label))));
  const lists = new Map<string, string[]>();
  const add = (file: string, digest: string) => {
    if (known.has(digest)) return;
    known.add(digest);
    lists.set(file, [...(lists.get(file) ?? []), digest]);
  };
  // 'US' and 'en-US' alone are any firm's.
  for (const fact of listStrings({ company: { ...company, numberLocale: '' }, officeHours }).filter(
    ({ length }) => length > 2,
  ))
    add('src/data/company.ts', createDigest(reduce(fact)));
  for (const { price } of engagements)
    for (const place of ['home', 'table'] as const)
      add('src/data/engagements.ts', createDigest(reduce(formatPrice(price, place))));
  for (const text of [messages.posts.intro, messages.resources.intro])
    add('src/data/messages.ts', createDigest(reduce(text)));
  for (const file of sources) {
    if (file.startsWith('public/')) {
      add(file, createDigest(readFileSync(file)));
      continue;
    }
    const guide = builtInResources.find(({ slug }) => file.endsWith(`/${slug}.ts`));
    const source = readFileSync(file, 'utf8') + flattenText(guide?.document);
    const reduced = reduce(source);
    const places = Array.from(shown, ([digest, { text }]) => ({
      digest,
      place: findText(file, source, reduced, text),
    })).filter(({ place }) => place >= 0);
    for (const { digest } of places.sort((one, other) => one.place - other.place))
      add(file, digest);
  }
  const list = Array.from(lists, ([file, digests]) => [file, ...digests].join(' '));
  await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('../../../scripts/doctor/sample.txt');
});

test('npm run doctor names file, text and page of what the site still shows of the sample', async () => {
  const { output } = await runScript('scripts/doctor.ts', {
    PORT: '0',
    DATA_DIR: join(inject('bundles'), '..'),
    ...settingsOf(inject('account')),
  });
  for (const [file, text] of [
    ['src/data/company.ts', 'America/New_York (every page)'],
    ['src/data/page-titles.ts', 'Get the growth you deserve (/)'],
    ['public/favicon.svg', '/favicon.svg (/favicon.svg)'],
  ] as const) {
    const [, section = ''] = output.split(`note   ${file} is still sample`);
    expect(section.split(/\n\S/)[0], file).toContain(`         ${text}`);
  }
});
