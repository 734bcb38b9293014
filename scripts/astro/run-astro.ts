import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { getSystemErrorName } from 'node:util';
import { describeDiskError } from '../../src/engine/disk/index.ts';
import { CommandError } from '../command-line/command.ts';
import type { ContentSource } from '../content-service/content-source.ts';

const endWithParent = new URL('../../src/engine/publish/end-with-parent.ts', import.meta.url).href;

/**
 * Runs Astro's command line in its own process, with this Node and the given configuration.
 * astro.config.mjs uses that configuration instead of the environment.
 */
export function spawnAstro(
  args: readonly string[],
  config: ContentSource['config'],
  output: 'inherit' | 'pipe',
  environment: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): ChildProcess {
  const command = fileURLToPath(new URL('../../node_modules/astro/bin/astro.mjs', import.meta.url));
  return spawn(process.execPath, [`--import=${endWithParent}`, command, ...args], {
    stdio: ['ignore', output, output, 'ipc'],
    ...(signal && { signal, killSignal: 'SIGKILL' }),
    env: {
      ...process.env,
      NODE_ENV: undefined, // with a test runner's value, React would be built for development
      ASTRO_TELEMETRY_DISABLED: '1',
      BUILD_CONFIG: JSON.stringify(config),
      ...environment,
    },
  });
}

/**
 * Explains a failed build by its output. The bundler prints a trace when the disk fails; one sentence is
 * enough.
 */
export function explainFailure(output: string): string {
  const [, name, number] = /\b(E[A-Z]{3,}): |\(os error (\d+)\)/.exec(output) ?? [];
  const code = name ?? (number === undefined ? '' : getSystemErrorName(-Number(number)));
  const fault = describeDiskError(Object.assign(new Error(), { code, syscall: 'write' }));
  return fault ?? `${output}\nThe pages could not be built; the reason is above.`;
}

/**
 * Runs `astro build` into a folder and replaces the folder's contents.
 * @param directory absolute path
 * @param signal ends the build
 * @throws {CommandError} with Astro's message, when the code cannot be built
 */
export async function runAstroBuild(
  directory: string,
  config: ContentSource['config'],
  environment: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<void> {
  const astro = spawnAstro(['build', '--outDir', directory], config, 'pipe', environment, signal);
  if (!astro.stdout || !astro.stderr) throw new Error('The build has no output to read.');
  const [output, errors] = await Promise.all([
    text(astro.stdout),
    text(astro.stderr),
    once(astro, 'close'),
  ]);
  if (astro.exitCode !== 0) throw new CommandError(explainFailure(`${output}${errors}`));
}
