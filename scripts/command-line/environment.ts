import { existsSync } from 'node:fs';
import { parseConfig, type Config } from '../../src/config.ts';

/**
 * Reads the configuration of a command from the environment. Values from `.env` in the working folder fill
 * the gaps.
 * @throws {ConfigError}
 */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
