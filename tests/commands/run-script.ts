import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createFolder } from '../fixtures/folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Settings {
  /** Options for Node. */
  flags?: readonly string[];
  /** Options for the command. */
  options?: readonly string[];
  /** Working folder; an empty folder without `.env` by default. */
  folder?: string;
}

/** Runs a command in its own environment, and returns its output and exit code. */
export async function runScript(
  script: string,
  env: Record<string, string>,
  { flags = [], options = [], folder }: Settings = {},
) {
  const cwd = folder ?? (await createFolder());
  const child = spawn(process.execPath, [...flags, join(root, script), ...options], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: cwd,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    buffer(child.stdout).then(String), // `text` would drop a byte order mark
    buffer(child.stderr).then(String),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, errors };
}
