/** Drives the installed browsers: Chromium with Playwright, Firefox by WebDriver BiDi, WebKitGTK by the Classic one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { inject, vi } from 'vitest';
import { createFolder } from '../fixtures/folder.ts';
import { startHttp } from '../server/support/listen.ts';
import { launch, openPage } from './visit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether tests also run in Firefox and WebKit. */
    everyEngine: boolean;
  }
}

/** Milliseconds that a busy machine may need. */
const timeout = 60_000;

/** Height of every window in pixels. */
const height = 800;

/** A browser window. Every selector means the first matching element. */
export interface Tab {
  open(address: string): Promise<unknown>;
  /** Runs a function in the page. */
  read<Result, Values extends unknown[]>(
    look: (...values: Values) => Result,
    ...values: Values
  ): Promise<Result>;
  /** Scrolls to an element and clicks its centre. */
  press(selector: string): Promise<unknown>;
  write(selector: string, text: string): Promise<unknown>;
  escape(): Promise<unknown>;
  /** @param width of the window in pixels */
  resize(width: number): Promise<unknown>;
  close(): Promise<unknown>;
}

/** A page that is left may never answer: rejects with what was asked. */
const loseAnswer = (question: string, patience = timeout) =>
  new Promise<never>((_, reject) => {
    setTimeout(reject, patience, new Error(`No answer: ${question}`)).unref();
  });

/** Waits until a function returns true in the page, even if another page loads meanwhile. */
export const until = <Values extends unknown[]>(
  tab: Tab,
  look: (...values: Values) => boolean | undefined,
  ...values: Values
): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await Promise.race([tab.read(look, ...values), loseAnswer(look.toString(), 5000)])))
        throw new Error(`Never true: ${look.toString()}`);
    },
    { timeout },
  );

/** Goes back, and waits until the page with this path is shown. */
export async function goBack(tab: Tab, path: string): Promise<void> {
  // A page from the back/forward cache has no load event, but drivers would wait for one.
  await tab.read(() => void setTimeout(() => history.back()));
  await until(tab, (wanted) => location.pathname === wanted, path);
}

const findCommand = (...names: readonly string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);

/** Formats the call of a function in the page, as JavaScript. */
const formatCall = (look: (...values: never[]) => unknown, values: readonly unknown[]) =>
  `(${look.toString()})(...${JSON.stringify(values)})`;

async function openChromiumTab(browser?: Browser): Promise<Tab> {
  const page = await openPage({ reducedMotion: 'reduce' }, browser);
  const find = (selector: string) => page.locator(selector).first();
  return {
    open: (address) => page.goto(address),
    resize: (width) => page.setViewportSize({ width, height }),
    read: (look, ...values) => page.evaluate(formatCall(look, values)),
    press: (selector) => find(selector).click(),
    write: (selector, text) => find(selector).pressSequentially(text),
    escape: () => page.keyboard.press('Escape'),
    close: () => page.context().close(),
  };
}

/** Presses keys and buttons, as both protocols of WebDriver describe them. */
function createInput(
  read: Tab['read'],
  act: (source: { type: 'key' | 'pointer'; id: string; actions: object[] }) => Promise<unknown>,
): Pick<Tab, 'press' | 'write' | 'escape'> {
  const type = (characters: string) =>
    act({
      type: 'key',
      id: 'keyboard',
      actions: Array.from(characters).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });
  return {
    press: async (selector) => {
      const centre = await read(async (wanted) => {
        const element = document.querySelector(wanted);
        const findCentre = () => {
          const box = element?.getClientRects()[0];
          if (!box) throw new Error(`There is no ${wanted}.`);
          return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
        };
        const scroll = () => {
          element?.scrollIntoView({ block: 'center', behavior: 'instant' });
          return findCentre();
        };
        let centre = scroll();
        // Some frames after a key Firefox scrolls back to the field in which somebody writes.
        for (let frame = 0; frame < 5; frame += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          const { x, y } = findCentre();
          if (x === centre.x && y === centre.y) continue;
          centre = scroll();
          frame = 0;
        }
        return centre;
      }, selector);
      const buttons = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      const actions = [{ type: 'pointerMove', ...centre }, ...buttons];
      await act({ type: 'pointer', id: 'mouse', actions });
    },
    write: async (selector, text) => {
      await read((wanted) => document.querySelector<HTMLElement>(wanted)?.focus(), selector);
      await type(text);
    },
    escape: () => type('\uE00C'), // WebDriver's character for this key
  };
}

interface BiDiMessage {
  id: number;
  type: 'success' | 'error' | 'event';
  result: {
    context?: string;
    result?: { value?: string };
    contexts?: { children: { context: string }[] }[];
  };
  /** Of an event. */
  params?: { isBlocked: boolean; request: { request: string } };
}

/**
 * Opens a tab in Firefox by WebDriver BiDi, which works in the frame of a page that has one. Playwright's channel for
 * it needs a newer Firefox than the ESR.
 */
async function openFirefoxTab(executablePath: string) {
  const profile = await createFolder({ 'user.js': 'user_pref("ui.prefersReducedMotion", 1);\n' });
  const options = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const firefox = spawn(executablePath, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  process.once('exit', () => firefox.kill());
  let address = '';
  for await (const line of createInterface(firefox.stderr)) {
    address = /listening on (ws:\S+)/.exec(line)?.[1] ?? '';
    if (address) break;
  }
  firefox.stderr.resume();
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (message: BiDiMessage) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as BiDiMessage;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let calls = 0;
  const call = async (method: string, params: object): Promise<BiDiMessage['result']> => {
    calls += 1;
    const id = calls;
    const answer = new Promise<BiDiMessage>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const message = await Promise.race([answer, loseAnswer(method)]);
    if (message.type === 'error') throw new Error(`${method}: ${JSON.stringify(message)}`);
    return message.result;
  };
  await call('session.new', { capabilities: {} });
  const { context: top } = await call('browsingContext.create', { type: 'tab' });
  let context = top;
  const read: Tab['read'] = async (look, ...values) => {
    const expression = `(async () => JSON.stringify([await ${formatCall(look, values)}]))()`;
    const question = { expression, target: { context }, awaitPromise: true };
    const { result } = await call('script.evaluate', question);
    return (JSON.parse(result?.value ?? '') as [never])[0];
  };
  return {
    open: async (url: string) => {
      await call('browsingContext.navigate', { context: top, url, wait: 'complete' });
      const { contexts } = await call('browsingContext.getTree', { root: top });
      context = contexts?.[0]?.children[0]?.context ?? top;
    },
    resize: (width: number) =>
      call('browsingContext.setViewport', { context: top, viewport: { width, height } }),
    read,
    ...createInput(read, (source) => call('input.performActions', { context, actions: [source] })),
    /** Answers every request over https with one page. */
    answer: async (page: string) => {
      const headers = [{ name: 'content-type', value: { type: 'string', value: 'text/html' } }];
      const answer = { headers, body: { type: 'string', value: page } };
      socket.addEventListener('message', ({ data }) => {
        const { params } = JSON.parse(String(data)) as BiDiMessage;
        if (params?.isBlocked)
          void call('network.provideResponse', { ...answer, request: params.request.request });
      });
      await call('session.subscribe', { events: ['network.beforeRequestSent'] });
      const urlPatterns = [{ type: 'pattern', protocol: 'https' }];
      await call('network.addIntercept', { phases: ['beforeRequestSent'], urlPatterns });
    },
    close: async () => {
      const ended = once(firefox, 'exit');
      await call('browser.close', {});
      await ended;
    },
  };
}

/** Opens a tab in WebKitGTK, which crashes during `@view-transition` unless motion is reduced. */
async function openWebKitTab(driverPath: string): Promise<Tab> {
  const still = '[Settings]\ngtk-enable-animations=0\n';
  const settings = await createFolder({
    'gtk-3.0/settings.ini': still,
    'gtk-4.0/settings.ini': still,
  });
  // A port that was free a moment ago.
  const { url: driverUrl, close } = await startHttp(() => undefined);
  close();
  const driver = spawn('xvfb-run', ['-a', driverPath, '-p', new URL(driverUrl).port], {
    stdio: 'ignore',
    detached: true, // a group of its own, which ends with one signal
    env: { ...process.env, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: settings },
  });
  const stop = () => driver.pid && process.kill(-driver.pid);
  process.once('exit', stop);

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(driverUrl + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser' } };
  const { sessionId } = (await vi.waitFor(() => call('POST', '/session', { capabilities }), {
    timeout,
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  const read: Tab['read'] = async (look, ...values) => {
    const script = `return ${formatCall(look, values)}`;
    return (await call('POST', `${session}/execute/sync`, { script, args: [] })) as never;
  };
  return {
    open: (url) => call('POST', `${session}/url`, { url }),
    resize: (width) => call('POST', `${session}/window/rect`, { width, height }),
    read,
    ...createInput(read, (source) => call('POST', `${session}/actions`, { actions: [source] })),
    close: async () => {
      await call('DELETE', session).catch(() => undefined);
      process.off('exit', stop);
      stop();
    },
  };
}

const every = inject('everyEngine');
const firefox = every && findCommand('firefox', 'firefox-esr');
/** null where Firefox is not installed, and in `npm test`. */
export const openFirefox = firefox ? () => openFirefoxTab(firefox) : null;
const webKitDriver = every && findCommand('xvfb-run') && findCommand('WebKitWebDriver');

const oldest = inject('oldest');

/** Chromium, and in `npm run test:engines` its oldest, Firefox and WebKit where they are installed, with reduced motion. */
export const engines = [
  { name: 'Chromium', openTab: () => openChromiumTab() },
  ...(oldest
    ? [{ name: 'Chromium 109', openTab: async () => openChromiumTab(await launch(oldest)) }]
    : []),
  ...(openFirefox ? [{ name: 'Firefox', openTab: openFirefox }] : []),
  ...(webKitDriver ? [{ name: 'WebKit', openTab: () => openWebKitTab(webKitDriver) }] : []),
];

const skipped = ['Chromium 109', 'Firefox', 'WebKit'].filter(
  (name) => !engines.some((one) => one.name === name),
);
if (every && skipped.length > 0)
  console.warn(
    `Skipped ${skipped.join(' and ')}: needs Linux on x64, firefox, or WebKitWebDriver with xvfb-run.`,
  );
