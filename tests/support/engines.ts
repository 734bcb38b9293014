/**
 * Drives the installed browsers: Chromium with Playwright, Firefox with WebDriver BiDi (puppeteer), WebKit
 * with WebDriver Classic, the only protocol of WebKitGTK.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { launch } from 'puppeteer-core';
import { inject, vi } from 'vitest';
import { openPage } from './visit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether tests also run in Firefox and WebKit. */
    everyEngine: boolean;
  }
}

type Key = 'Enter' | 'Escape' | 'Tab';

/** Height of every window in pixels. */
const height = 800;

/** A browser window. Every selector means the first matching element. */
export interface Tab {
  /** Opens a page in a window of this width in pixels. */
  open(address: string, width: number): Promise<void>;
  /** Runs a function in the page. */
  read<Result, Values extends unknown[]>(
    look: (...values: Values) => Result,
    ...values: Values
  ): Promise<Result>;
  /** Scrolls to an element and clicks its centre. */
  press(selector: string): Promise<void>;
  write(selector: string, text: string): Promise<void>;
  key(name: Key): Promise<void>;
  resize(width: number): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  openTab(): Promise<Tab>;
}

/** Waits until a function returns true in the page, even if another page loads meanwhile. */
export const until = <Values extends unknown[]>(
  tab: Tab,
  look: (...values: Values) => boolean | undefined,
  ...values: Values
): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await tab.read(look, ...values))) throw new Error(`Never true: ${look.toString()}`);
    },
    { timeout: 20_000 },
  );

/** Goes back, and waits until the page with this path is shown. */
export async function goBack(tab: Tab, path: string): Promise<void> {
  // A page from the back/forward cache has no load event, but drivers would wait for one.
  await tab.read(() => void setTimeout(() => history.back()));
  await until(tab, (wanted) => location.pathname === wanted, path);
}

async function findCommand(...names: readonly string[]): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) {
      const path = join(folder, name);
      if (
        await access(path).then(
          () => true,
          () => false,
        )
      )
        return path;
    }
  return null;
}

/** Formats the call of a function in the page, as JavaScript. */
const formatCall = (look: (...values: never[]) => unknown, values: readonly unknown[]) =>
  `(${look.toString()})(...${JSON.stringify(values)})`;

async function openChromiumTab(): Promise<Tab> {
  const page = await openPage({ reducedMotion: 'reduce' });
  const resize = (width: number) => page.setViewportSize({ width, height });
  const find = (selector: string) => page.locator(selector).first();
  return {
    open: async (address, width) => {
      await resize(width);
      await page.goto(address);
    },
    resize,
    read: (look, ...values) => page.evaluate(formatCall(look, values)),
    press: (selector) => find(selector).click(),
    write: (selector, text) => find(selector).pressSequentially(text),
    key: (name) => page.keyboard.press(name),
    close: () => page.context().close(),
  };
}

async function openFirefoxTab(executablePath: string): Promise<Tab> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    headless: true,
    protocol: 'webDriverBiDi',
  });
  let page = await browser.newPage();
  const resize = (width: number) => page.setViewport({ width, height });
  return {
    open: async (address, width) => {
      // After going back to a cached page, puppeteer waits forever in the same tab.
      const last = page;
      page = await browser.newPage();
      await last.close();
      await resize(width);
      await page.goto(address);
    },
    resize,
    read: (look, ...values) => page.evaluate(formatCall(look, values)) as never,
    press: (selector) => page.click(selector),
    write: (selector, text) => page.type(selector, text),
    key: (name) => page.keyboard.press(name),
    close: () => browser.close(),
  };
}

/** The characters that WebDriver uses for keys. */
const keys: Record<Key, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };
/** The property that WebDriver uses for element references. */
const elementName = 'element-6066-11e4-a52e-4f735466cecf';

const findFreePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Starts a virtual screen. Returns its process and the name of the display. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.stdio[3]?.once('data', (text) => resolve(`:${String(text).trim()}`));
  });
  return { screen, display };
}

/** Opens a tab in WebKitGTK, which crashes during `@view-transition` unless motion is reduced. */
async function openWebKitTab(driverPath: string): Promise<Tab> {
  const settings = await mkdtemp(join(tmpdir(), 'webkit-'));
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(settings, version));
    await writeFile(
      join(settings, version, 'settings.ini'),
      '[Settings]\ngtk-enable-animations=0\n',
    );
  }
  const { screen, display } = await startScreen();
  const port = await findFreePort();
  const driver = spawn(driverPath, ['-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: settings },
  });
  const stop = () => {
    driver.kill();
    screen.kill();
  };
  process.once('exit', stop);

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser' } };
  const { sessionId } = (await vi.waitFor(
    () => call('POST', '/session', { capabilities }),
    20_000,
  )) as { sessionId: string };
  const session = `/session/${sessionId}`;
  const resize = async (width: number) => {
    await call('POST', `${session}/window/rect`, { width, height });
  };
  const find = async (selector: string) => {
    const found = await call('POST', `${session}/element`, {
      using: 'css selector',
      value: selector,
    });
    return `${session}/element/${(found as Record<string, string>)[elementName] ?? ''}`;
  };
  return {
    open: async (url, width) => {
      await resize(width);
      await call('POST', `${session}/url`, { url });
    },
    resize,
    read: (look, ...values) =>
      call('POST', `${session}/execute/sync`, {
        script: `return (${look.toString()})(...arguments)`,
        args: values,
      }) as never,
    press: async (selector) => {
      await call('POST', `${session}/execute/sync`, {
        script: 'document.querySelector(arguments[0])?.scrollIntoView({ block: "center" })',
        args: [selector],
      });
      await call('POST', `${await find(selector)}/click`, {});
    },
    write: async (selector, text) => {
      await call('POST', `${await find(selector)}/value`, { text });
    },
    key: async (name) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[name] }));
      await call('POST', `${session}/actions`, {
        actions: [{ type: 'key', id: 'keyboard', actions }],
      });
    },
    close: async () => {
      await call('DELETE', session).catch(() => undefined);
      stop();
      await rm(settings, { recursive: true, force: true });
    },
  };
}

const firefox = inject('everyEngine') ? await findCommand('firefox', 'firefox-esr') : null;
const webKitDriver =
  inject('everyEngine') && (await findCommand('Xvfb')) && (await findCommand('WebKitWebDriver'));

/**
 * Chromium, and in `npm run test:engines` Firefox and WebKit where they are installed. All run with
 * reduced motion.
 */
export const engines: Engine[] = [
  { name: 'Chromium', openTab: openChromiumTab },
  ...(firefox ? [{ name: 'Firefox', openTab: () => openFirefoxTab(firefox) }] : []),
  ...(webKitDriver ? [{ name: 'WebKit', openTab: () => openWebKitTab(webKitDriver) }] : []),
];
