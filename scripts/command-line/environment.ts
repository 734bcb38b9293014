import { existsSync } from 'node:fs';
import { ConfigError, parseConfig, type Config } from '#engine/config.ts';

/**
 * Reads the configuration of a command from the environment. Values from `.env` in the working folder fill
 * the gaps.
 * @throws {ConfigError}
 */
export function loadConfig(): Config {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
  } catch {
    throw new ConfigError(
      'The settings in .env cannot be read: run this command as the user who owns that file.',
    );
  }
  return parseConfig(process.env);
}
