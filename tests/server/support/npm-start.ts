/** Runs `npm start` as a process in the folder of a published site. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { settingsOf } from '../../fixtures/content.ts';
import type { PublishedSite } from './open-site.ts';

/** Lists the processes whose environment has this entry; none on systems without `/proc`. */
async function listProcesses(entry: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => environments[index]?.split('\0').includes(entry));
}

/** Starts the command, and resolves when its server answers. */
export async function startCommand({ config }: PublishedSite) {
  const { contentful, dataDirectory, site } = config;
  const child = spawn(process.execPath, [join('scripts', 'start.ts')], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      SITE_URL: site.url,
      DATA_DIR: dataDirectory,
      ...settingsOf(contentful),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.resume();
  const lines: string[] = [];
  // Child processes share the outputs: 'close' means that all of them have ended.
  const closed = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    closed.then(() => reject(new Error(lines.join('\n'))), reject);
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const [, address] = /^Serving the site at (.+)$/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  /** Ends the server, and waits until none of its processes is left. */
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
    await expect
      .poll(() => listProcesses(`DATA_DIR=${dataDirectory}`), { timeout: 30_000 })
      .toEqual([]);
  };
  return { url, lines, pid: child.pid, end };
}
