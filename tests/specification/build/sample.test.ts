/** The doctor knows every sentence, fact and icon of the sample: scripts/doctor/sample.txt. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { describeIcon, listStrings, listPageTexts, toWords } from '#scripts/doctor/sample.ts';
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
import { readPages } from '../../support/built-site.ts';
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
  'src/data/{claims,engagements,legal,page-titles,team,testimonials,topics}.ts',
  'src/data/services/{ai,business-operations,index,marketing,sales}.ts',
  'src/sections/{about,contact,home}/*.astro',
  'src/sections/{ClosingPanel,resources/Resource}.astro',
  'src/pages/{index,about,contact,services/index}.astro',
  'src/data/built-in/*-{guide,playbook}.ts',
]).toSorted();

/**
 * Where a file has a text, or -1. A label in a section is a word of the interface; in the facts of the firm a figure
 * or a title counts. The tables of a guide have figures of their own.
 */
function findText(file: string, source: string, text: string): number {
  const words = text.split(/\s+/).length;
  const isSentence = words > 3 || (words === 3 && /\w[.?!]$/.test(text));
  const isFact = /^src\/data\/(?!built-in)/.test(file) && (words > 1 || /\d|:\/\//.test(text));
  const literals = [`'${text}'`, `"${text}"`, `'${text}.'`];
  return isSentence || (isFact && literals.some((literal) => source.includes(literal)))
    ? toWords(source).indexOf(toWords(text))
    : -1;
}

const command = 'npx vitest run -u --project site tests/specification/build/sample.test.ts';
test(`the list of the sample is complete; ${command} writes it`, async () => {
  const pages = [...(await readPages()).values()];
  const sentences = pages.flatMap(({ html }) => listPageTexts(html));
  const known = new Set(labels.map(toWords));
  const lists = new Map<string, string[]>();
  const add = (file: string, text: string) => {
    if (known.has(toWords(text))) return;
    known.add(toWords(text));
    lists.set(file, [...(lists.get(file) ?? []), text]);
  };
  // 'US', 'en-US' and 'Worldwide' alone are any firm's.
  const ownFacts = { ...company, numberLocale: '', areaServed: '' };
  for (const fact of listStrings({ company: ownFacts, officeHours }))
    if (fact.length > 2) add('src/data/company.ts', fact);
  for (const { price } of engagements)
    for (const place of ['home', 'table'] as const)
      add('src/data/engagements.ts', formatPrice(price, place));
  for (const text of [messages.posts.intro, messages.resources.intro])
    add('src/data/messages.ts', text);
  for (const file of sources) {
    if (file.startsWith('public/')) {
      add(file, describeIcon(file));
      continue;
    }
    const guide = builtInResources.find(({ slug }) => file.endsWith(`/${slug}.ts`));
    const source = readFileSync(file, 'utf8') + flattenText(guide?.document);
    const places = new Map(sentences.map((text) => [text, findText(file, source, text)]));
    for (const [text, place] of [...places].sort(([, one], [, other]) => one - other))
      if (place >= 0) add(file, text);
  }
  const list = Array.from(lists, ([file, texts]) => [file, ...texts].join('\n'));
  const text = `${list.join('\n\n')}\n`;
  await expect(text).toMatchFileSnapshot('../../../scripts/doctor/sample.txt');
});

test('npm run doctor counts what the site still shows of the sample, and names place, text and page on one screen', async () => {
  const { output } = await runScript('src/engine/commands/doctor.ts', {
    PORT: '0',
    DATA_DIR: join(inject('bundles'), '..'),
    ...settingsOf(inject('account')),
  });
  expect(output).toMatch(/^note {3}Texts of the sample that are left: \d{3}\./m);
  for (const line of [
    /^note {3}Visitors ask how long .+: Audit, Advisory, As-a-Service\.$/m,
    /^ +src\/data\/: \d+, such as '.+' \(every page\)$/m,
    /^ +src\/sections\/home\/: \d+, such as '.+' \(\/\)$/m,
    /^ +public\/: \d+, such as '\S+ of \d+ bytes' \(\/\S+\)$/m,
  ])
    expect(output).toMatch(line);
  // With the lines of the settings, a screen.
  expect(output.match(/^ {9}/gm)?.length).toBeLessThanOrEqual(16);
});
