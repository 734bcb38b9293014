import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parseConfig, type Config } from '../config.ts';
import { ConfigError } from '../base/config-error.ts';
import { findNearest } from '../base/find-nearest.ts';

/** Reads `.env` as editors of Windows write it, too: with a byte order mark, in UTF-8 or UTF-16. */
function readSettings(): NodeJS.Dict<string> {
  if (!existsSync('.env')) return {};
  try {
    const bytes = readFileSync('.env');
    return parseEnv(new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes));
  } catch {
    throw new ConfigError(
      'The settings in .env cannot be read: run this command as the user who owns that file.',
    );
  }
}

/** Names that other programs read, and Astro for the pages. */
const foreign =
  /^(?:PUBLIC_|NODE_|NPM_|NETLIFY|COMPOSE_|HTTPS?_PROXY$|NO_PROXY$|(?:TZ|LANG|PATH|CI|CONTEXT|URL)$)/i;

/** Says which setting may be meant by a name. */
function adviseName(name: string, settings: readonly string[]): string {
  const near = findNearest(
    name.toLowerCase(),
    settings.map((one) => one.toLowerCase()),
  );
  const [topic = ''] = name.split('_');
  const meant = near?.toUpperCase() ?? settings.find((one) => one.startsWith(`${topic}_`));
  return meant ? `${meant} is the nearest` : '.env.example lists all';
}

/** @throws {ConfigError} for the first name in `.env` that is no setting, with the one that may be meant */
function refuseUnknown(names: readonly string[], settings: readonly string[]): void {
  const name = names.find((one) => !settings.includes(one) && !foreign.test(one));
  if (name === undefined) return;
  throw new ConfigError(
    `.env sets ${name}, which is no setting of this site: ${adviseName(name, settings)}. Correct or remove that line.`,
  );
}

/** Has all our processes use the proxy that the environment names, but not for what runs on this machine. */
function prepareProxy(env: NodeJS.ProcessEnv): void {
  if (!Object.keys(env).some((name) => /^https?_proxy$/i.test(name))) return;
  env.NODE_USE_ENV_PROXY ??= '1';
  env.no_proxy = `${env.no_proxy ?? env.NO_PROXY ?? ''},localhost,127.0.0.1,[::1]`;
}

/** Reads the configuration from the environment; `.env` in the working folder fills the gaps. @throws {ConfigError} */
export function loadConfig(): Config {
  const written = readSettings();
  Object.assign(process.env, { ...written, ...process.env });
  prepareProxy(process.env);
  /** The names that were asked for: all settings. */
  const settings = new Set<string>();
  const getSetting = (env: NodeJS.ProcessEnv, name: string) => {
    settings.add(name);
    return env[name];
  };
  const config = parseConfig(new Proxy(process.env, { get: getSetting }));
  refuseUnknown(Object.keys(written), [...settings]);
  return config;
}
