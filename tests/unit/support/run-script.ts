import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * What a command says and how it ends, in a folder without `.env` and an environment of its own; `flags`
 * are for Node, `options` for the command.
 */
export async function runScript(
  script: string,
  env: Record<string, string>,
  { flags = [], options = [] }: { flags?: readonly string[]; options?: readonly string[] } = {},
) {
  const data = mkdtempSync(join(tmpdir(), 'command-'));
  onTestFinished(() => {
    rmSync(data, { recursive: true });
  });
  const child = spawn(process.execPath, [...flags, join(root, script), ...options], {
    cwd: data,
    env: { PATH: process.env.PATH, DATA_DIR: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, errors };
}
