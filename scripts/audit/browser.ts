import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import oldestFile from '../oldest-browser/package.json' with { type: 'json' };

const run = promisify(execFile);

// Chromium has no sandbox for root in a container. The other flags stop the browser from calling home: on a
// machine without internet, that call delays every start.
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

/** Finds an installed browser that starts. On some systems the command exists but only advertises a snap. */
async function findInstalled(): Promise<string | null> {
  for (const path of installed.filter((one) => existsSync(one))) {
    try {
      // On Windows, Chrome answers no question, but opens a window.
      if (process.platform !== 'win32') await run(path, ['--version']);
      return path;
    } catch {
      continue;
    }
  }
  return null;
}

export interface BrowserProgram {
  executablePath: string;
  env: Record<string, string>;
}

/** The package only has a program for this system. It gives everyone on Linux the same browser. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/** The browser of a package, unpacked once for each version into a folder that is moved when complete. */
async function unpack(root: URL, version: string, lambda: string): Promise<BrowserProgram> {
  const cache = fileURLToPath(new URL('node_modules/.cache/', root));
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    const staging = `${folder}.${String(process.pid)}`;
    await mkdir(join(staging, 'fonts'), { recursive: true });
    const unpackIt = "(await import('@sparticuz/chromium')).default.executablePath()";
    await run(process.execPath, ['--input-type=module', '--eval', `await ${unpackIt}`], {
      cwd: cache,
      env: { TMPDIR: staging, AWS_EXECUTION_ENV: `AWS_Lambda_${lambda}` },
    });
    // The package's own font list only names Lambda's folders. Without an absolute path of ours, the project
    // can move to another folder.
    await writeFile(
      join(staging, 'fonts', 'fonts.conf'),
      '<?xml version="1.0"?><fontconfig><dir prefix="relative">.</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>',
    );
    // Another run may have finished first; its copy is equally good.
    await rename(staging, folder).catch(() => rm(staging, { recursive: true }));
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: ['al2023', 'aws'].map((name) => join(folder, name, 'lib')).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      XDG_CACHE_HOME: folder,
    },
  };
}

/** The oldest Chromium that the site is for, which `npm run test:engines` installs; null on other systems. */
export async function findOldest(): Promise<BrowserProgram | null> {
  const root = new URL('../oldest-browser/', import.meta.url);
  if (!isPackaged || !existsSync(new URL('node_modules/', root))) return null;
  return unpack(root, oldestFile.dependencies['@sparticuz/chromium'], 'nodejs18.x');
}

/** Finds Chromium: at `CHROME_PATH`, else the one that `npm ci` installs, else an installed one. @throws {Error} */
export async function findBrowser(): Promise<BrowserProgram> {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return { executablePath: CHROME_PATH, env: {} };
  const { devDependencies } = packageFile;
  if (isPackaged)
    return unpack(
      new URL('../../', import.meta.url),
      devDependencies['@sparticuz/chromium'],
      'nodejs24.x',
    );
  const executablePath = await findInstalled();
  if (executablePath) return { executablePath, env: {} };
  throw new Error('No browser found: install Chrome or Chromium, or set CHROME_PATH to one.');
}
