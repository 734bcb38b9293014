import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ContentSource } from './content-source.ts';

/**
 * Astro's command line in a process of its own, under this Node, with the given configuration: what
 * `astro.config.mjs` reads from the environment or `.env` is set here, so that both agree.
 */
export function spawnAstro(
  args: readonly string[],
  config: ContentSource['config'],
  output: 'inherit' | 'pipe',
): ChildProcess {
  const command = fileURLToPath(new URL('../node_modules/astro/bin/astro.mjs', import.meta.url));
  return spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      NODE_ENV: undefined, // a test runner's would build React for development
      ASTRO_TELEMETRY_DISABLED: '1',
      SITE_URL: config.site.url,
      DATA_DIR: config.dataDirectory,
      CONTACT_INBOX: config.contact.inbox,
      CONTENTFUL_SPACE_ID: config.contentful.spaceId,
      CONTENTFUL_DELIVERY_TOKEN: config.contentful.deliveryToken,
      CONTENTFUL_ENVIRONMENT: config.contentful.environment,
    },
  });
}
