/** What plain Astro offers works in dev, build and start alike, or ends them with a message that says what to write instead. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { browserFlags, findBrowser } from '#scripts/audit/browser.ts';
import { createFolder } from './fixtures/folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
/** Files that a clone lacks, and the tests. */
const leftOut = ['.git', '.astro', '.data', '.env', '.netlify', 'dist', 'node_modules', 'tests']
  .concat(['audit', 'mutate'].map((name) => join('scripts', name, 'node_modules')))
  .map((name) => join(root, name));

/** Other copies share the packages, where Astro and Vite would keep what they made, and which lie outside of a copy. */
const caches = `cacheDir: './.cache',
  vite: { cacheDir: './.cache/vite', server: { fs: { strict: false } } },`;
const font = `fonts: [{
    provider: fontProviders.local(),
    name: 'Own',
    cssVariable: '--font-own',
    options: { variants: [{ src: ['./src/styles/fonts/text.woff2'], weight: 'normal', style: 'normal' }] },
  }],`;

const sites = join(root, 'tests', 'sites');
/** What `tests/sites/blog` needs beside its own files. */
const ofSmallSite = [join('src', 'engine'), 'package.json', 'package-lock.json'];

/** Copies this project, or the small site with the engine in it. */
async function copyProject(project: string, isSmall: boolean) {
  const filter = (source: string) => !leftOut.includes(source);
  if (!isSmall) return cp(root, project, { recursive: true, filter });
  await cp(join(sites, 'blog'), project, { recursive: true });
  for (const name of ofSmallSite)
    await cp(join(root, name), join(project, name), { recursive: true });
}

/** Makes a copy of the project with the files of `tests/sites/{name}`. */
async function createProject(name: string, { isSmall = false } = {}) {
  const project = join(await createFolder(), 'project');
  await copyProject(project, isSmall);
  await cp(join(sites, name), project, { recursive: true });
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  const file = join(project, 'astro.config.mjs');
  const config = await readFile(file, 'utf8');
  const own = isSmall
    ? `import react from '@astrojs/react';\n${config.replace('integrations: [', 'integrations: [react(), ')}`
    : config.replace('defineConfig({', `defineConfig({\n  ${font}`);
  await writeFile(
    file,
    own
      .replace('{ defineConfig }', '{ defineConfig, fontProviders }')
      .replace('defineConfig({', `defineConfig({\n  ${caches}`),
  );
  // Astro serves no page to a process of Vitest.
  const env = { PATH: process.env.PATH, PORT: '0', NO_COLOR: '1' };
  const command = (name: string) => join(project, 'src', 'engine', 'commands', `${name}.ts`);

  return {
    project,
    build: () => run(process.execPath, [command('build')], { cwd: project, env }),

    /** Starts a server until it has printed its address. `printed` are all its lines. */
    open: async (name: 'start' | 'dev') => {
      const child = spawn(process.execPath, [command(name)], { cwd: project, env });
      const closed = once(child, 'close');
      const end = () => {
        child.kill();
        return closed;
      };
      onTestFinished(async () => void (await end()));
      const printed: string[] = [];
      const address = Promise.withResolvers<string>();
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', (line) => {
          printed.push(line);
          const [url] = /http:\/\/[^/\s]+/.exec(line) ?? [];
          if (url !== undefined) address.resolve(url);
        });
      void closed.then(() => address.reject(new Error(printed.join('\n'))));
      return { url: await address.promise, printed, end };
    },
  };
}

async function openBrowser(): Promise<Page> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args: browserFlags,
    env: { ...process.env, ...env },
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000); // a busy machine may be slow
  return page;
}

const pages = [
  ...['/plain', '/guides/start', '/guides/größe', '/notes', '/notes/first', '/text'],
  ...['/posts', '/posts/2'],
];

/** What a visitor sees of a page, and what the browser complains about. */
async function look(page: Page, address: string) {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  // React runs effects some time after Astro has taken the attribute away, and a lazy picture delays no load.
  await page.waitForFunction(
    () =>
      !document.querySelector('astro-island[ssr]') &&
      !/ plain$/m.test(document.body.innerText) &&
      Array.from(document.images).every(({ complete }) => complete),
  );
  const seen = await page.evaluate(async () => {
    await document.fonts.ready;
    const { documentElement, body, images, fonts } = document;
    return {
      data: [documentElement.dataset.inline, body.dataset.bundled],
      text: body.innerText,
      widths: Array.from(images, ({ naturalWidth }) => naturalWidth),
      color: getComputedStyle(document.querySelector('h1') ?? body).color,
      fonts: Array.from(fonts).filter(({ status }) => status === 'loaded').length,
    };
  });
  page.removeAllListeners();
  return { ...seen, complaints };
}

test('dynamic routes, their props, collections of files, directives, inline scripts, <Font>, <Image> and Markdown work in dev, build and start alike', async () => {
  const { project, build, open } = await createProject('plain-astro');
  const page = await openBrowser();
  await build();
  const dist = join(project, 'dist');
  const [post = ''] = globSync('blog/*.json', { cwd: dist });
  const paths = [...pages, `/${post.replace('.json', '')}`];
  const getText = async (address: string) => (await fetch(address)).text();
  const lookAtAll = async (url: string) => {
    const seen = new Map<string, unknown>([[post, await getText(`${url}/${post}`)]]);
    for (const path of paths) seen.set(path, await look(page, url + path));
    return seen;
  };

  const started = await open('start');
  for (const path of paths)
    expect(await getText(started.url + path)).toBe(
      await readFile(join(dist, `${path}.html`), 'utf8'),
    );
  const bytes = await (await fetch(`${started.url}/bytes.png`)).arrayBuffer();
  expect(Buffer.from(bytes)).toEqual(await readFile(join(dist, 'bytes.png')));
  for (const path of ['/guides/none', '/notes/none', '/blog/none.json'])
    expect((await fetch(started.url + path)).status).toBe(404);
  expect(await getText(`${started.url}/framed`)).not.toContain('og:image');
  const sitemap = await getText(`${started.url}/sitemap-0.xml`);
  for (const path of paths) expect(sitemap).toContain(`${encodeURI(path)}</loc>`);

  const seen = await lookAtAll(started.url);
  expect(seen.get('/plain')).toMatchObject({
    data: ['yes 2', 'yes'],
    text: ['load', 'idle', 'visible', 'media', 'only']
      .map((name) => `${name} hydrated`)
      .join('\n\n'),
    widths: [40, 40],
    fonts: 1,
  });
  expect(seen.get('/guides/größe')).toMatchObject({ text: 'Guide größe', color: 'rgb(1, 2, 3)' });
  expect(seen.get('/notes')).toMatchObject({ color: 'rgb(4, 5, 6)' });
  expect(seen.get('/notes/first')).toMatchObject({ widths: [40] });
  expect(seen.get('/posts/2')).toMatchObject({ text: 'three' });
  const { title } = JSON.parse(await readFile(join(dist, post), 'utf8')) as { title: string };
  expect(seen.get(paths.at(-1) ?? '')).toMatchObject({ text: title });
  for (const path of paths) expect(seen.get(path)).toMatchObject({ complaints: [] });
  await started.end();

  const dev = await open('dev');
  // Vite prepares packages for browsers at the first visits, and then loads a page anew.
  await expect.poll(() => lookAtAll(dev.url)).toEqual(seen);
  const { headers } = await fetch(`${dev.url}/plain`);
  expect(headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
});

const refused = [
  '<body onload="…">: add a listener in a <script>',
  '<p style="color: red">: give the element a class',
  '<p style="…">: give the element a class',
  '<script define:vars>: no hash can allow values',
  '<style define:vars>: no hash can allow values',
  'Astro.cookies: no page is made for one visitor',
  'Astro.url.searchParams: no page is made for one visitor',
  'server:defer: no page is made for one visitor',
  '<Code>: write the code in Markdown',
  '.innerHTML =…: no script writes HTML',
].map((part) => `src/pages/refused.astro: ${part}`);
const undeclared = [
  '<script> with a text that no source has: write the script itself',
  '<style>p { order: 2 }</style>: write the rules in <style>',
  '<script src="https://elsewhere.test/a.js">: put the file into public/',
  '<p style="color:red">: give the element a class',
  'the children of an island that shows them later',
  '<link href="/own.css">: import the .css file',
  '<img src="https://elsewhere.test/2.png">: put the file into src/ or public/',
  '<iframe src="/framed">: link to it',
].map((part) => `src/pages/undeclared.astro: ${part}`);

test('what no policy can allow ends a build and a page of dev with a sentence for each part', async () => {
  const { project, build, open } = await createProject('refused-astro', { isSmall: true });
  const dev = await open('dev');
  expect((await fetch(`${dev.url}/refused`)).status).toBe(500);
  expect((await fetch(`${dev.url}/undeclared`)).status).toBe(500);
  for (const part of [...refused, ...undeclared])
    await expect.poll(() => dev.printed.join('\n')).toContain(part);
  await dev.end();

  const failBuild = async (parts: readonly string[]) => {
    const failure: unknown = await build().catch((error: unknown) => error);
    for (const part of parts)
      expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(part) });
  };
  await failBuild(refused);
  await writeFile(join(project, 'src', 'pages', 'refused.astro'), '<p>Mended</p>');
  await failBuild(undeclared);
});
