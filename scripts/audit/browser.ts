import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);

// Root in a container has no sandbox; the rest keeps the browser from calling home, which on a
// machine without internet is a slow failure at every start.
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = [
  ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'].flatMap((name) =>
    (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
  ),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** An installed browser that starts: on some systems the command is there and only advertises a snap. */
async function findInstalled(): Promise<string | null> {
  for (const path of installed) {
    try {
      await access(path);
      await run(path, process.platform === 'win32' ? ['/?'] : ['--version']);
      return path;
    } catch {
      continue;
    }
  }
  return null;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

interface BrowserProgram {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * The browser that came with `npm ci`, unpacked once with the libraries that it needs. The package
 * unpacks into the temporary folder of its process, so it gets one of its own, moved when complete.
 */
async function unpackBundled(): Promise<BrowserProgram> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
  const folder = join(cache, 'chromium');
  if (!(await isThere(folder))) {
    const staging = join(cache, `chromium.${String(process.pid)}`);
    await mkdir(staging, { recursive: true });
    const unpack = "(await import('@sparticuz/chromium')).default.executablePath()";
    await run(process.execPath, ['--input-type=module', '--eval', `await ${unpack}`], {
      cwd: cache,
      env: { TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    // The package's own list of font folders knows Lambda only.
    await writeFile(
      join(staging, 'fonts', 'fonts.conf'),
      `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
    );
    // Another run may have been faster: its copy is as good.
    await rename(staging, folder).catch(() => rm(staging, { recursive: true }));
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/**
 * The Chromium at `CHROME_PATH`, else the one that came with `npm ci`, else an installed one.
 * @throws {Error} when there is none
 */
export async function findBrowser(): Promise<BrowserProgram> {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return { executablePath: CHROME_PATH, env: {} };
  // The package has a program for this system only: everyone on Linux tests in the same browser.
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBundled();
  const executablePath = await findInstalled();
  if (executablePath) return { executablePath, env: {} };
  throw new Error('No browser found: install Chrome or Chromium, or set CHROME_PATH to one.');
}

/** A headless Chromium of `findBrowser`. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({ executablePath, args: browserFlags, env: { ...process.env, ...env } });
}
