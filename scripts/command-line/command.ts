import { parseArgs } from 'node:util';
import { ConfigError } from '../../src/config.ts';
import {
  ContentServiceError,
  contentTypes,
  type ContentType,
} from '../../src/content/contentful/contract.ts';

/** An expected failure of a command: its message is the one line to print, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** @throws {CommandError} for options that no command knows */
function parseOptions() {
  try {
    return parseArgs({
      options: {
        'accept-fewer': { type: 'string', multiple: true },
        'with-astro': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * `--accept-fewer=blogPost`, as often as there are types: what may lose most of its entries this once.
 * @throws {CommandError}
 */
export const parseAcceptFewer = (): ContentType[] =>
  (parseOptions()['accept-fewer'] ?? []).map((name) => {
    const contentType = contentTypes.find((one) => one === name);
    if (contentType) return contentType;
    throw new CommandError(
      `--accept-fewer knows ${contentTypes.join(' and ')}, but not '${name}'.`,
    );
  });

/** The options of `npm run build`. @throws {CommandError} */
export const parseBuildOptions = () => ({
  acceptFewer: parseAcceptFewer(),
  withAstro: parseOptions()['with-astro'] ?? false,
});

const expected = [CommandError, ConfigError, ContentServiceError];

/** Runs a command; a failure is printed and makes exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isExpected = expected.some((kind) => error instanceof kind);
    // The stack as text: printed as an object, an error of the content client shows its token.
    console.error(isExpected ? error.message : (error.stack ?? error.message));
    process.exitCode = 1;
  }
}

/** Seconds since `start` of the performance clock, for people. */
export const formatSeconds = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1)} s`;
