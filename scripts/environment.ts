import { existsSync } from 'node:fs';
import { ConfigError, parseConfig, type Config } from '../src/config.ts';

/**
 * The configuration of a command: the process's environment, and `.env` in the working folder for
 * what is not set there.
 * @throws {ConfigError}
 */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}

/** An expected failure of a command: its message is the one line to print, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Runs a command; an expected failure is one line on stderr and exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
