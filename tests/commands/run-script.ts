import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createFolder } from '../fixtures/folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Settings {
  /** Of Node. */
  flags?: readonly string[];
  /** Of the command. */
  options?: readonly string[];
  /** Where it runs; an empty one, without `.env`, when left out. */
  folder?: string;
}

/** What a command says and how it ends, with an environment of its own. */
export async function runScript(
  script: string,
  env: Record<string, string>,
  { flags = [], options = [], folder }: Settings = {},
) {
  const cwd = folder ?? (await createFolder());
  const child = spawn(process.execPath, [...flags, join(root, script), ...options], {
    cwd,
    env: { PATH: process.env.PATH, DATA_DIR: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, errors };
}
