import { expect, test } from 'vitest';
import { openAddressFile } from '#engine/addresses/address-file.ts';
import { getSnapshotDirectory, sampleAccount } from '#engine/config.ts';
import { openService, post, resource } from '../fixtures/content.ts';
import { createFolder } from '../fixtures/folder.ts';
import { createSite } from '../unit/content/pulled.ts';
import { runScript } from './run-script.ts';

test('npm run addresses lists past addresses, adds one, forgets one, and says for any address what it answers and why', async () => {
  const service = await openService({
    entries: [
      post('one', { slug: 'new' }),
      post('two', { slug: 'new' }),
      post('later', { publishedDate: '2126-01-05' }),
      post('four', { slug: 'No Slug' }),
      resource('new'),
    ],
  });
  const folder = await createFolder();
  const config = { dataDirectory: folder, contentful: null };
  const run = (...options: string[]) => runScript('scripts/addresses.ts', {}, { folder, options });
  expect((await run('/blog/new')).errors).toContain(`There is no content in ${folder}`);
  const { pullFrom } = await createSite();
  await pullFrom(service, { directory: getSnapshotDirectory(config) });
  const file = openAddressFile(folder, sampleAccount);
  const releases = [
    { '/blog/old': 'one' },
    { '/blog/new': 'one', '/blog/left': 'three' },
    { '/blog/new': 'one' },
  ];
  for (const [day, release] of releases.entries())
    await file.remember(new Map(Object.entries(release)), new Date(`2026-11-0${day + 1}T12:00Z`));

  expect((await run()).output).toMatch(/ {2}\/blog\/old {2}301 \/blog\/new {2}one\n/);
  expect((await run('add', '/blog/typo', '/blog/new')).code).toBe(0);
  const answers = {
    '/blog/new':
      /^200 since November 2, 2026.*: entry one\n {2}not shown: entry two 'Title of two', because its slug is 'new', the address of entry one/,
    '/blog/old/': /^301 to \/blog\/new since November 2, 2026.*: renamed$/,
    '/blog/typo': /^301 to \/blog\/new since .*: added by hand$/,
    '/blog/left?utm_source=x': /^410 since November 3, 2026.*: gone$/,
    '/blog/later':
      /^404: .*\n {2}not shown: entry later .* publishedDate is 2126-01-05; the entry appears by itself on January 5, 2126/,
    '/resources/never': /^404: no page ever had it$/,
    '/blog/no-slug':
      /^404: .*\n {2}not shown: entry four 'Title of four', because its slug is 'No Slug'; use/,
    '/blog/No Slug':
      /^404: no entry can have it, because the slug is 'No Slug'; use lower-case letters/,
    'https://firm.test/resources/new': /^200: entry new$/,
    '/about': /^200: a page of the code$/,
    '/services/unknown': /^302 to \/services/,
    '/rss.xml': /^404, unless the code has a file there/,
  };
  const { output } = await run(...Object.keys(answers));
  const found = output
    .trimEnd()
    .split(/^\/.+? answers /m)
    .slice(1);
  for (const [index, answer] of Object.values(answers).entries())
    expect(found[index]?.trimEnd()).toMatch(answer);
  expect((await run('add', '/blog/new', '/blog/new')).errors).toContain('is a page of the site');
  expect((await run('forget', '/blog/old')).code).toBe(0);
  expect(file.find('/blog/typo')).toEqual({ status: 301, to: '/blog/new' });
  expect(file.find('/blog/old')).toBeNull();
  expect(await run('add', '/about/us', '/blog/new')).toMatchObject({
    code: 1,
    errors: 'Only addresses below /blog and /resources can redirect.\n',
  });
});
