/** What plain Astro offers works on a Node machine, and in dist what a static site can, under a policy of the site's own. */
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { browserFlags, findBrowser } from '#scripts/audit/browser.ts';
import { startProcess } from './server/support/start-process.ts';
import { createFolder } from './fixtures/folder.ts';
import { layOut } from './support/small-site.ts';

const run = join('src', 'engine', 'commands', 'run.mjs');
const env = { PATH: process.env.PATH ?? '', TRUST_PROXY: 'true', NO_COLOR: '1' };

async function openBrowser(): Promise<Browser> {
  const { executablePath, env: own } = await findBrowser();
  const options = { executablePath, args: browserFlags, env: { ...process.env, ...own } };
  const browser = await chromium.launch(options);
  onTestFinished(() => browser.close());
  return browser;
}

/** Opens a page for a new visitor. `complaints` are what the browser says of policies and errors. */
async function visit(browser: Browser, baseURL: string, address?: string) {
  const context = await browser.newContext({
    baseURL,
    ...(address !== undefined && {
      extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.1, ${address}` },
    }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000); // a busy machine may be slow
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /polic/i.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const read = async (selector: string) => (await page.locator(selector).innerText()).trim();
  return { page, complaints, read };
}

test('plain Astro works under npm start, for each visitor and for all, and the browser names no violation', async () => {
  const project = await layOut('plain-astro');
  const own = { ...env, DATA_DIR: await createFolder() };
  const { url } = await startProcess([run, 'start'], own, process.execPath, project);
  const browser = await openBrowser();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { redirect: 'manual', ...init });
  const countRenders = async () =>
    ((await (await ask('/api/echo')).json()) as { count: number }).count;

  const ada = await visit(browser, url, '198.51.100.1');
  await ada.page.goto('/visitor?name=Ada');
  await ada.page.goto('/visitor');
  // A client's own X-Forwarded-For comes before the proxy's.
  expect(await ada.read('#visit')).toBe('Ada, 2, 198.51.100.1');
  const ben = await visit(browser, url, '198.51.100.2');
  await ben.page.goto('/visitor?name=Ben');
  expect(await ben.read('#visit')).toBe('Ben, 1, 198.51.100.2');
  await ben.page.fill('[name=name]', 'Astro');
  await ben.page.click('button');
  expect(await ben.read('#result')).toBe('Hello Astro');
  await ada.page.goto('/visitor?leave');
  expect(new URL(ada.page.url()).pathname).toBe('/everyone');

  // A page for everyone knows no visitor, but for its island of the server.
  expect(await ada.read('#seen')).toBe('of the middleware, no query, no cookie');
  await ada.page.locator('#deferred').waitFor();
  expect(await ada.read('#deferred')).toBe('Deferred for all, Ada');
  // Plain Astro loses a click that comes before React.
  await ada.page.click('astro-island:not([ssr]) button');
  await expect.poll(() => ada.read('astro-island button')).toBe('Clicked 1');
  expect(
    await ada.page.evaluate(() => [
      document.documentElement.dataset.inline,
      document.body.dataset.bundled,
      ...['h1', '#attribute'].map(
        (one) => getComputedStyle(document.querySelector(one) ?? document.body).color,
      ),
      getComputedStyle(document.querySelector('h1') ?? document.body).viewTransitionName,
    ]),
  ).toEqual(['ran', 'ran', 'rgb(4, 5, 6)', 'rgb(1, 2, 3)', 'heading']);
  await ada.page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  await ada.page.click('a');
  expect(await ada.read('h1')).toBe('Guide start');
  for (const [path, text] of [
    ['/guides/größe', 'Guide größe'],
    ['/de/hallo', 'de'],
    ['/code', 'const answer'],
  ] as const) {
    await ada.page.goto(path);
    expect(await ada.read('body')).toContain(text);
  }
  expect(
    await ada.page
      .locator('code span[style]')
      .first()
      .evaluate((span) => getComputedStyle(span).color),
  ).not.toBe('rgb(0, 0, 0)');
  expect([ada.complaints, ben.complaints]).toEqual([[], []]);

  // The warm-up renders, too.
  await expect.poll(async () => (await ask('/api/health')).text()).toContain('"building":false');
  expect(await (await ask('/api/health')).text()).toContain('"status":"ok"');
  const renders = await countRenders();
  for (let number = 1; number <= 50; number += 1)
    expect((await ask(`/everyone?x=${number}&utm_source=letter`)).status).toBe(200);
  expect(await countRenders()).toBe(renders);

  for (const [path, status, to] of [
    ['/old', 301, '/everyone'],
    ['/everyone.html', 301, '/everyone'],
    ['/index.html', 301, '/'],
    ['/elsewhere', 302, 'https://example.com/'],
  ] as const) {
    const { status: given, headers } = await ask(path);
    expect([given, headers.get('location')], path).toEqual([status, to]);
  }
  expect(await (await ask('/ping')).text()).toBe('pong');
  const readMade = async () => (await ask('/api/made.json')).text();
  expect(await readMade()).not.toBe(await readMade());
  const stream = (await ask('/stream')).body?.getReader();
  expect((await stream?.read())?.value).toHaveLength(1);
  await stream?.cancel();
  expect((await ask('/everyone')).headers.get('x-site')).toBe('plain');
  const bytes = Buffer.from([137, 80, 78, 71, 0, 255]);
  const echo = await ask('/api/echo', {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: bytes,
  });
  expect([echo.status, echo.headers.get('content-type')]).toEqual([201, 'image/png']);
  for (const answer of [echo, await ask('/bytes.png')])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  expect((await ask('/guides/none')).status).toBe(404);
  const foreign = await ask('/visitor?_action=greet', {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example' },
    body: new URLSearchParams({ name: 'Eve' }),
  });
  expect(foreign.status).toBe(403);
});

test('npm run build writes what a static site can, and warns of what browsers would refuse', async () => {
  const project = await layOut('plain-astro');
  const options = { cwd: project, env: { ...env, DATA_DIR: join(project, 'data') } };
  const build = () => promisify(execFile)(process.execPath, [run, 'build'], options);
  const { stdout } = await build();
  const dist = join(project, 'dist');
  const pages = globSync('{*,de/*,guides/*}.html', { cwd: dist }).sort();
  expect(pages).toEqual(
    expect.arrayContaining([
      'code.html',
      join('de', 'hallo.html'),
      'everyone.html',
      join('guides', 'größe.html'),
      'old.html',
    ]),
  );
  expect(pages).not.toContain('visitor.html');
  expect(existsSync(join(dist, 'api', 'echo'))).toBe(false);
  expect(await readFile(join(dist, 'bytes.png'))).toHaveLength(6);
  expect(stdout).toContain('src/pages/visitor.astro is made for each visitor');
  expect(stdout).toMatch(
    /^warning: \/refused has an inline <script> .*insertScriptHash\('sha256-/m,
  );
  expect(stdout.match(/that the policy refuses/g)).toHaveLength(1);

  // A build that fails says why, also of a page of the second thread, and leaves the last site.
  const guide = join(project, 'src/pages/guides/[slug].astro');
  const failing = "throw new Error('no ' + heading)";
  await writeFile(
    guide,
    (await readFile(guide, 'utf8')).replace(/Astro\.props;/, `$& ${failing};`),
  );
  await expect(build()).rejects.toThrow(/no Guide start/);
  expect(globSync('{*,de/*,guides/*}.html', { cwd: dist }).sort()).toEqual(pages);
});

test('npm run dev shows each page, and the browser names what production would refuse', async () => {
  const project = await layOut('plain-astro');
  const own = { ...env, DATA_DIR: join(project, 'data') };
  const { url } = await startProcess([run, 'dev'], own, process.execPath, project);
  const { page, complaints, read } = await visit(await openBrowser(), url);
  await page.goto('/everyone');
  // Vite prepares packages for browsers at the first visits, and then loads a page anew.
  await expect
    .poll(async () => {
      await page.click('astro-island button');
      return read('astro-island button');
    })
    .not.toBe('Clicked 0');
  await page.goto('/visitor?name=Ada');
  expect(await read('#visit')).toMatch(/^Ada, 1, /);
  expect(complaints.filter((one) => /polic/i.test(one))).toEqual([]);
  await page.goto('/refused');
  await page.click('[onclick]');
  await expect.poll(() => complaints.join('\n')).toMatch(/inline event handler .*report-only/);
});
