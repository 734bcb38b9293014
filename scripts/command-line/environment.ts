import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, parseConfig, type Config } from '#engine/config.ts';

/** Reads `.env` as editors of Windows write it, too: with a byte order mark, in UTF-8 or UTF-16. */
function readSettings(): NodeJS.Dict<string> {
  const bytes = readFileSync('.env');
  return parseEnv(new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes));
}

/** Has all our processes use the proxy that the environment names, but not for what runs on this machine. */
function prepareProxy(env: NodeJS.ProcessEnv): void {
  if (!Object.keys(env).some((name) => /^https?_proxy$/i.test(name))) return;
  env.NODE_USE_ENV_PROXY ??= '1';
  env.no_proxy = `${env.no_proxy ?? env.NO_PROXY ?? ''},localhost,127.0.0.1,[::1]`;
}

/**
 * Reads the configuration of a command from the environment. Values from `.env` in the working folder fill
 * the gaps.
 * @throws {ConfigError}
 */
export function loadConfig(): Config {
  try {
    for (const [name, value] of Object.entries(existsSync('.env') ? readSettings() : {}))
      process.env[name] ??= value;
  } catch {
    throw new ConfigError(
      'The settings in .env cannot be read: run this command as the user who owns that file.',
    );
  }
  prepareProxy(process.env);
  return parseConfig(process.env);
}
