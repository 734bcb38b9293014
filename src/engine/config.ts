/** The environment as one typed value. Only this file reads variables; who starts it passes them in. */
import { resolve } from 'node:path';
import { editorOrigins, type ContentfulAccount } from './account.ts';
import { ConfigError } from './base/config-error.ts';
import { leads, preview } from './site.ts';
import { isThisMachine } from './base/this-machine.ts';

/** What pages read as `import.meta.env`. Another value bundles the pages anew (origin/bundle.ts). */
export const getPageSettings = (config: Pick<Config, 'site' | 'contact' | 'contentful'>) => ({
  CONTACT_INBOX: config.contact.inbox,
  IS_PREVIEW: config.site.isPreview,
  SHOWS_DRAFTS: config.contentful?.showsDrafts ?? false,
  EDITOR: config.contentful?.showsDrafts
    ? {
        space: config.contentful.spaceId,
        environment: config.contentful.environment,
        targetOrigin: editorOrigins,
      }
    : null,
});

/** Takes our settings out of an environment: a process that we start gets those that it needs from us. */
export const withoutSettings = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(?:CONTACT|CONTENTFUL|LEADS|NETLIFY|PREVIEW|SMTP)_/.test(name),
    ),
  );

/** Makes the site one with drafts. @throws {ConfigError} for a site that has none, and without a token for the Preview API */
export function showDrafts<T extends Pick<Config, 'site'> & { contentful: ContentfulAccount }>(
  config: T,
): T {
  if (preview === null)
    throw new ConfigError(
      "The site declares no draft preview, for npm run preview:drafts or CONTENTFUL_PREVIEW_TOKEN of a deploy: add 'preview: {}' to it (#site in package.json).",
    );
  if (config.contentful.previewToken === null)
    throw new ConfigError(
      'CONTENTFUL_PREVIEW_TOKEN is missing: drafts are read with the token of the Preview API.',
    );
  return {
    ...config,
    site: { ...config.site, isPreview: true },
    contentful: { ...config.contentful, showsDrafts: true },
  };
}

type Environment = Record<string, string | undefined>;

/** Pattern and description of each kind of value. The description completes "NAME must be …". */
const shapes = {
  identifier: [/^\w[\w.-]{0,63}$/, 'a Contentful id: letters, digits, "-", "_" and "."'],
  token: [/^[\x21-\x7e]+$/, 'a token without spaces'],
  locale: [/^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i, 'the code of a locale, such as de-AT'],
  address: [/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/, 'one plain e-mail address'],
  listenHost: [/^[\w.:-]+$/, 'a host name or address to listen on, such as 127.0.0.1'],
  // Stricter than the official client's pattern: the client silently replaces a host that it does not match
  // by the production host, and moves parts that it misreads into the path.
  serviceHost: [
    /^[a-z\d](?:[a-z\d.-]*[a-z\d])(?::\d{1,5})?$/i,
    'a host name with ":port" if needed, without "https://" and without a path, such as cdn.contentful.com',
  ],
  secret: [/^[\x21-\x7e]{12,200}$/, 'at least 12 letters, digits or signs, without spaces'],
  webhookSecret: [
    /^[\w+/=-]{64}$/,
    "Contentful's request-signing secret: exactly 64 letters, digits or + / = _ -",
  ],
} as const satisfies Record<string, readonly [RegExp, string]>;

function createReader(env: Environment) {
  const readText = (name: string) => env[name]?.trim() || undefined;

  // Never repeat the value: it may be a token, or an address with a password.
  const refuseValue = (name: string, expected: string): never => {
    throw new ConfigError(`${name} must be ${expected}.`);
  };

  return {
    text: readText,
    refuse: refuseValue,
    shaped(name: string, shape: keyof typeof shapes): string | undefined {
      const value = readText(name);
      const [pattern, expected] = shapes[shape];
      return value === undefined || pattern.test(value) ? value : refuseValue(name, expected);
    },
    integer(name: string, fallback: number, maximum: number): number {
      const value = readText(name) ?? String(fallback);
      return /^\d{1,6}$/.test(value) && Number(value) <= maximum
        ? Number(value)
        : refuseValue(name, `a whole number from 0 to ${String(maximum)}`);
    },
    /** @param choices the first one is the default */
    oneOf<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
      const value = readText(name) ?? choices[0];
      return (
        choices.find((choice) => choice === value) ??
        refuseValue(name, choices.join(', ').replace(/, (?=[^,]*$)/, ' or '))
      );
    },
    url(name: string, protocols: readonly string[], expected: string): string | undefined {
      const value = readText(name);
      if (value === undefined) return undefined;
      const url = URL.parse(value);
      return url?.hostname && protocols.includes(url.protocol)
        ? value
        : refuseValue(name, expected);
    },
  };
}

type Reader = ReturnType<typeof createReader>;

function parseSite(read: Reader, host: string, port: number) {
  const isOnNetlify = read.text('NETLIFY') === 'true';
  // Netlify also builds pull requests and branches, and names the kind of build.
  const isPreview = isOnNetlify && (read.text('CONTEXT') ?? 'production') !== 'production';
  const expected = 'an http or https address without a path, such as https://www.example.com';
  const name = read.text('SITE_URL') === undefined && isOnNetlify ? 'URL' : 'SITE_URL';
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const local = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port || 4321}`;
  const url = URL.parse(read.url(name, ['http:', 'https:'], expected) ?? local);
  if (!url) return read.refuse('HOST', shapes.listenHost[1]);
  const { href, origin } = url;
  if (href !== `${origin}/`) read.refuse(name, expected);
  return {
    /** Canonical origin, no trailing slash. */
    url: origin,
    /** Whether this is a preview or branch deploy on Netlify: a copy that search engines must not index. */
    isPreview,
    /** Whether this build runs on Netlify, live or not. */
    isOnNetlify,
  };
}

function parseContentful(read: Reader): ContentfulAccount | null {
  const spaceId = read.shaped('CONTENTFUL_SPACE_ID', 'identifier');
  const deliveryToken = read.shaped('CONTENTFUL_DELIVERY_TOKEN', 'token');
  const previewToken = read.shaped('CONTENTFUL_PREVIEW_TOKEN', 'token') ?? null;
  const environment = read.shaped('CONTENTFUL_ENVIRONMENT', 'identifier') ?? 'master';
  const locale = read.shaped('CONTENTFUL_LOCALE', 'locale') ?? null;
  const host = read.shaped('CONTENTFUL_HOST', 'serviceHost') ?? 'cdn.contentful.com';
  const insecure = read.oneOf('CONTENTFUL_INSECURE', ['false', 'true']) === 'true';

  const [, port = '1'] = host.split(':');
  if (Number(port) < 1 || Number(port) > 65535)
    read.refuse('CONTENTFUL_HOST', 'a host name whose ":port" is from 1 to 65535');
  if (insecure && /(^|\.)contentful\.com(:|$)/i.test(host))
    throw new ConfigError(
      'CONTENTFUL_INSECURE must stay false for contentful.com: the token would travel unencrypted.',
    );
  if (spaceId === undefined && deliveryToken === undefined && previewToken === null) return null;
  if (spaceId === undefined || deliveryToken === undefined) {
    const missing = spaceId === undefined ? 'SPACE_ID' : 'DELIVERY_TOKEN';
    throw new ConfigError(
      `CONTENTFUL_${missing} is missing: a site reads a space with its token. Set both or neither.`,
    );
  }
  return {
    spaceId,
    deliveryToken,
    previewToken,
    environment,
    locale,
    host,
    previewHost: host.replace(/^cdn\./i, 'preview.'),
    showsDrafts: false,
    insecure,
  };
}

function parseSmtpUrl(read: Reader): string | null {
  const expected =
    'smtp://user:pass@host:port or smtps://…, in user and password with %2F for /, %40 for @, %3F for ? and %23 for #';
  const url = read.url('SMTP_URL', ['smtp:', 'smtps:'], expected) ?? null;
  // An address would end before such a sign, and the user be its host.
  return url !== null && /[/?#].*@/s.test(url.replace('//', ''))
    ? read.refuse('SMTP_URL', expected)
    : url;
}

function readConfig(read: Reader) {
  const host = read.shaped('HOST', 'listenHost') ?? '127.0.0.1';
  const port = read.integer('PORT', 4321, 65535);
  const netlifyId = read.shaped('NETLIFY_SITE_ID', 'token');
  const netlifyToken = read.shaped('NETLIFY_AUTH_TOKEN', 'token');
  return {
    site: parseSite(read, host, port),
    server: { host, port, trustProxy: read.oneOf('TRUST_PROXY', ['false', 'true']) === 'true' },
    /** The secret for drafts, and the port of `npm run preview:drafts`. */
    preview: {
      secret: read.shaped('PREVIEW_SECRET', 'secret') ?? null,
      port: read.integer('PREVIEW_PORT', 4331, 65535),
    },
    /** Absolute path. Contains `content/` (snapshots), `renderer/` (bundled code), `media/`, `outbox/` … */
    dataDirectory: resolve(read.text('DATA_DIR') ?? '.data'),
    /** null: the site uses the embedded sample space. */
    contentful: parseContentful(read),
    contentOnFailure: read.oneOf('CONTENT_ON_FAILURE', ['stale', 'fail', 'degrade']),
    /** Where `npm run leads` reads; null: on this machine. A token alone is for Netlify's command line. */
    netlifySite: netlifyId && netlifyToken ? { id: netlifyId, token: netlifyToken } : null,
    netlifyBuildHookUrl:
      read.url(
        'NETLIFY_BUILD_HOOK_URL',
        ['https:', 'http:'],
        'the http or https address of a build hook',
      ) ?? null,
    contact: {
      inbox: read.shaped('CONTACT_INBOX', 'address') ?? leads?.inbox ?? '',
      from: read.shaped('CONTACT_FROM', 'address') ?? leads?.sender ?? '',
      smtpUrl: parseSmtpUrl(read),
      /** null means for ever. */
      keepDays: read.text('LEADS_KEEP_DAYS') ? read.integer('LEADS_KEEP_DAYS', 0, 36_500) : null,
    },
    webhookSecret: read.shaped('CONTENTFUL_WEBHOOK_SECRET', 'webhookSecret') ?? null,
    /** 0 means never. */
    reconcileMinutes: read.integer('RECONCILE_MINUTES', 5, 1440),
  };
}

export type Config = ReturnType<typeof readConfig>;

/** Says of settings that can be used what is hardly meant. */
export function listDoubts({ site, contact }: Pick<Config, 'site' | 'contact'>): string[] {
  const { protocol, hostname } = new URL(site.url);
  const doubts: string[] = [];
  if (protocol === 'http:' && !isThisMachine(hostname))
    doubts.push(
      `SITE_URL is ${site.url}, which browsers call not secure: write the https address.`,
    );
  if (contact.smtpUrl !== null && contact.from.toLowerCase() === contact.inbox.toLowerCase())
    doubts.push(
      'CONTACT_FROM is the address of CONTACT_INBOX: many mail programs then answer the firm and not the visitor. Set a sender of its own.',
    );
  return doubts;
}

/** Reads the site's variables; an empty one is missing. @throws {ConfigError} that names the first unusable one */
export function parseConfig(env: Environment): Config {
  const config = readConfig(createReader(env));
  const { site, contentful, preview, contact } = config;
  // Nobody can own a name below .example: mail to the sample's inbox would be lost.
  if (contact.smtpUrl !== null && contact.inbox.endsWith('.example'))
    throw new ConfigError(
      `CONTACT_INBOX is missing: SMTP_URL is set, and leads would go to ${contact.inbox}, which no one can read.`,
    );
  if (!site.isPreview || !contentful?.previewToken) return config;
  if (preview.secret === null)
    throw new ConfigError(
      'PREVIEW_SECRET is missing: with CONTENTFUL_PREVIEW_TOKEN this deploy would show drafts to everyone.',
    );
  return showDrafts({ ...config, contentful });
}
