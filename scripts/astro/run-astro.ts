import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command-line/command.ts';
import type { ContentSource } from '../content-service/content-source.ts';

const endWithParent = new URL('../../src/adapters/node/publish/end-with-parent.ts', import.meta.url)
  .href;

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
  if (astro.exitCode !== 0)
    throw new CommandError(
      `${output}${errors}\nThe pages could not be built; the reason is above.`,
    );
}
