/** The engine is laid into another site, which has a type of its own, one without pages, no leads and no search. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signEvent, webhookSecret } from '#scripts/bench/support/signed-requests.ts';
import type * as ContentService from '#engine/stand-in/service.ts';
import { entryOf, settingsOf } from './fixtures/content.ts';
import { bundle } from './server/support/call-bundle.ts';
import { startProcess } from './server/support/start-process.ts';
import { closing } from './support/closing.ts';
import { layOut } from './support/small-site.ts';

const walk = (id: string, title: string) =>
  entryOf('journalEntry', id, { title, slug: id, day: '2026-03-01', summary: `${title}.` });

/** What the site declares beside the rest, for its last build. */
const more = `
  words: { messageArrived: 'Deine Nachricht ist da.' },
  leads: {
    path: '/about',
    sentPath: '/danke',
    labels: { name: 'Name', email: 'Mail', company: 'Verein', phone: 'Telefon', challenge: 'Nachricht' },
    inbox: 'walker@journal.example',
    sender: 'form@journal.example',
    describeFailure: (status) => String(status),
  },
`;

test('the journal of another site is built, served, published and deployed by one function in its configuration', async () => {
  const project = await layOut();
  // The stand-in for Contentful knows the types of the site around it.
  const { startContentService } = (await import(
    join(project, 'src/engine/stand-in/service.ts')
  )) as typeof ContentService;
  const gear = entryOf('gear', 'boots', { thing: 'Boots', grams: 1200 });
  const space = { entries: [walk('first-walk', 'To the lake'), gear], assets: [] };
  const service = closing(await startContentService({ space, images: '' }));
  const origin = 'https://journal.example';
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: join(project, 'data'),
    SITE_URL: origin,
    RECONCILE_MINUTES: '0',
    CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
    ...settingsOf(service.account),
  };

  const run = 'src/engine/commands/run.mjs';
  const { url } = await startProcess([run, 'start'], env, process.execPath, project);
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { redirect: 'manual', ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  expect((await ask('/')).text).toContain('To the lake');
  expect((await ask('/about')).text).toContain('Boots, 1200 g');
  const { headers } = await ask('/journal/first-walk');
  expect(headers.get('content-security-policy')).toMatch(
    /script-src 'self'.*style-src 'self' 'sha256-/,
  );

  // What the site does not declare is not there.
  const post = await ask('/contact', { method: 'POST', body: 'name=Ada' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await ask('/contact')).text).toContain('<h1>Page not found</h1>');
  for (const path of ['/gear', '/gear/boots', '/search', '/share/a.png', '/content-report'])
    expect((await ask(path)).status, path).toBe(404);
  expect(JSON.parse((await ask('/api/health')).text)).not.toHaveProperty('leads');
  expect(existsSync(join(project, 'data', 'outbox'))).toBe(false);

  const entry = walk('second-walk', 'Over the pass');
  service.publish(entry);
  const {
    method,
    path,
    headers: signed,
    body,
  } = signEvent({
    sys: { ...entry.sys, type: 'Entry', revision: 1 },
  });
  expect((await ask(path, { method, headers: signed, body })).status).toBe(202);
  for (const place of ['/journal', '/journal/second-walk', '/rss.xml', '/sitemap-0.xml'])
    await expect
      .poll(async () => (await ask(place)).text, { message: place })
      .toMatch(/Over the pass|second-walk/);

  const onNetlify = { ...env, NETLIFY: 'true', ASTRO_TELEMETRY_DISABLED: '1' };
  const astro = join('node_modules', 'astro', 'bin', 'astro.mjs');
  const options = { cwd: project, env: onNetlify };
  const build = () => promisify(execFile)(process.execPath, [astro, 'build'], options);
  await build();
  const read = (name: string) => readFileSync(join(project, 'dist', name), 'utf8');
  for (const page of ['index', 'about', 'journal', 'journal/second-walk'])
    expect(read(`${page}.html`)).toBe((await ask(`/${page === 'index' ? '' : page}`)).text);
  expect(read('_headers')).not.toMatch(/undefined|share|search/);
  expect(read('_redirects')).toBe(
    '/journal/:slug /.netlify/functions/live-page/journal/:slug 200\n',
  );
  const folder = join(project, '.netlify', 'v1', 'functions');
  const listFunctions = () => globSync('**/*.{ts,mjs}', { cwd: folder }).sort();
  const functions = listFunctions();
  expect(functions).toEqual(['build-check.ts', 'health.ts', 'live-page.mjs']);
  const files = functions.map((name) => join(folder, name));
  const bundles = join(project, 'bundles');
  await mkdir(bundles);
  const { outputs } = (await bundle(files, bundles)).metafile ?? {};
  expect(Object.keys(outputs ?? {})).toHaveLength(functions.length);

  // What it declares is there, in its own words.
  const site = join(project, 'src', 'site.ts');
  const declared = readFileSync(site, 'utf8').replace('} satisfies Site', `${more}$&`);
  await writeFile(site, declared);
  await build();
  expect(read('danke.html')).toContain('<h1 role="status">Deine Nachricht ist da.</h1>');
  expect(read('404.html')).toContain('<h1>Page not found</h1>');
  expect(listFunctions()).toEqual(expect.arrayContaining(['contact.ts', 'outbox-retry.ts']));
});

test('what a site declares wrong ends every command with a sentence that names key and remedy, and without a stack', async () => {
  const project = await layOut();
  const change = async (name: string, from: string, to: string) => {
    const file = join(project, name);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
    return () => writeFile(file, text);
  };
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: join(project, 'data'), PORT: '0' };
  const fail = (...args: string[]): Promise<unknown> =>
    promisify(execFile)(process.execPath, args, { cwd: project, env }).catch(
      (error: unknown) => error,
    );
  const run = join('src', 'engine', 'commands', 'run.mjs');
  const astro = join('node_modules', 'astro', 'bin', 'astro.mjs');

  let restore = await change('src/site.ts', "date: 'day'", "date: 'dai'");
  const sentence =
    "The site (#site in package.json): 'collections.journal.date' must name a field of kind date, of which the type has day.\n";
  for (const command of ['dev', 'build', 'start'])
    expect(await fail(run, command), command).toMatchObject({ code: 1, stderr: sentence });
  await restore();

  restore = await change('package.json', '"#site"', '"#sight"');
  const unnamed = expect.stringMatching(/^package\.json names no file [^\n]+\n$/) as string;
  expect(await fail(run, 'start')).toMatchObject({ code: 1, stderr: unnamed });
  await restore();

  const failBuild = async (part: string) => {
    const failure = await fail(astro, 'build');
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(part) as string });
    expect(failure).toMatchObject({ stderr: expect.not.stringMatching(/^ +at /m) as string });
  };
  restore = await change('astro.config.mjs', 'layout:', 'layouts:');
  await failBuild("contentfulSite in astro.config.mjs: 'layouts' is no option: there is layout.");
  await restore();
  await rm(join(project, 'src', 'pages', 'journal', '[slug].astro'));
  await failBuild(
    "'collections.journal.pages.path' needs a page at addresses such as /journal/a: add",
  );
});
