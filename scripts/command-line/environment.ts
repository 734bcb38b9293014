import { existsSync } from 'node:fs';
import { parseConfig, type Config } from '../../src/config.ts';

/**
 * The configuration of a command: the process's environment, and `.env` in the working folder for
 * what is not set there.
 * @throws {ConfigError}
 */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
