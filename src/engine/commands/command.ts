import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError } from '../base/config-error.ts';
import { ContentServiceError } from '../content/contentful/index.ts';
import { TaskError } from '../processes/index.ts';

/** An expected failure of a command. The message is printed as one line, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Reads the arguments of this command. @throws {CommandError} for an unknown option */
export function parseArguments<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node goes on with advice of its own.
    const [sentence] = error instanceof Error ? error.message.split('. ', 1) : [String(error)];
    throw new CommandError(`${sentence}. All options: --help.`);
  }
}

/** Reads `--accept-fewer`: whether content types may lose most of their entries. @throws {CommandError} */
export const parseAcceptFewer = (): boolean =>
  parseArguments({ options: { 'accept-fewer': { type: 'boolean' } } }).values['accept-fewer'] ??
  false;

/** Whether the message of an error is a sentence for the operator. */
export const isExpected = (error: unknown): boolean =>
  [CommandError, ConfigError, ContentServiceError, TaskError].some((kind) => error instanceof kind);

/** Ends this process with the shell that started it: npm signals that shell alone (https://github.com/npm/cli/issues/5776). */
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

/** Runs a command. A failure is printed and sets exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  endWithNpm();
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Print the stack as text: printed as an object, an error of the content client shows the token.
    console.error(isExpected(error) ? error.message : (error.stack ?? error.message));
    process.exitCode = 1;
  }
}

/** Formats the seconds since `start`, a time of `performance.now()`. */
export const formatSeconds = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1)} s`;
