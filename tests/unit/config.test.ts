import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '#engine/config.ts';
import { getPictureOrigin } from '#engine/account.ts';
import { company } from '#data/company.ts';

const secret = 'Ab+/=_-9'.repeat(8);
const account = { CONTENTFUL_SPACE_ID: 'space', CONTENTFUL_DELIVERY_TOKEN: 'token' };

test('.env.example has every variable, each in a comment', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n').filter(Boolean);
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([]);
  const asked = new Set<string>();
  parseConfig(
    new Proxy<Record<string, string>>(account, {
      get: (env, name: string) => {
        asked.add(name);
        return env[name];
      },
    }),
  );
  const documented = lines.flatMap((line) => /^#([A-Z_]+)=/.exec(line)?.[1] ?? []);
  // Netlify sets NETLIFY itself.
  expect(['NETLIFY', ...documented].sort()).toEqual([...asked].sort());
});

// Each variable with its field, its default, and a value as it is written and as it is read.
test.each([
  ['SITE_URL', 'site.url', 'http://127.0.0.1:4321', 'https://a.test/', 'https://a.test'],
  ['HOST', 'server.host', '127.0.0.1', '0.0.0.0', '0.0.0.0'],
  ['PORT', 'server.port', 4321, '8080', 8080],
  ['TRUST_PROXY', 'server.trustProxy', false, 'true', true],
  ['PREVIEW_SECRET', 'preview.secret', null, 'correct-horse', 'correct-horse'],
  ['PREVIEW_PORT', 'preview.port', 4331, '8081', 8081],
  ['DATA_DIR', 'dataDirectory', resolve('.data'), '/var/lib/site', '/var/lib/site'],
  ['CONTENTFUL_PREVIEW_TOKEN', 'contentful.previewToken', null, 'preview', 'preview'],
  ['CONTENTFUL_ENVIRONMENT', 'contentful.environment', 'master', 'staging', 'staging'],
  ['CONTENTFUL_HOST', 'contentful.host', 'cdn.contentful.com', 'a.test:50', 'a.test:50'],
  ['CONTENTFUL_WEBHOOK_SECRET', 'webhookSecret', null, secret, secret],
  ['CONTENT_ON_FAILURE', 'contentOnFailure', 'stale', 'degrade', 'degrade'],
  ['NETLIFY_BUILD_HOOK_URL', 'netlifyBuildHookUrl', null, 'https://a.test/b', 'https://a.test/b'],
  ['CONTACT_INBOX', 'contact.inbox', company.inbox, 'a@b.test', 'a@b.test'],
  ['CONTACT_FROM', 'contact.from', company.sender, 'a@b.test', 'a@b.test'],
  ['LEADS_KEEP_DAYS', 'contact.keepDays', null, '365', 365],
  ['SMTP_URL', 'contact.smtpUrl', null, 'smtps://u:p%40@a.test:465', 'smtps://u:p%40@a.test:465'],
  ['RECONCILE_MINUTES', 'reconcileMinutes', 5, '0', 0],
])('%s is %s: %j, or %j as %j', (name, field, byDefault, written, read) => {
  for (const env of [account, { ...account, [name]: ' ' }])
    expect(parseConfig(env)).toHaveProperty(field, byDefault);
  const env = { ...account, CONTACT_INBOX: 'inbox@b.test', [name]: written };
  expect(parseConfig(env)).toHaveProperty(field, read);
});

test('an account of Contentful or Netlify needs its id and its token; without both there is none', () => {
  expect(parseConfig({ NETLIFY_AUTH_TOKEN: 'access' })).toEqual(parseConfig({}));
  expect(parseConfig({})).toMatchObject({ contentful: null, netlifySite: null });
  const both = { ...account, NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'access' };
  expect(parseConfig(both)).toMatchObject({
    contentful: { spaceId: 'space', deliveryToken: 'token', showsDrafts: false },
    netlifySite: { id: 'site', token: 'access' },
  });
});

const onNetlify = { NETLIFY: 'true', URL: 'https://firm.netlify.app' };
const local = 'http://127.0.0.1:4321';
test.for<[Record<string, string>, string, isPreview: boolean]>([
  [onNetlify, 'https://firm.netlify.app', false],
  [{ ...onNetlify, SITE_URL: 'https://firm.com' }, 'https://firm.com', false],
  [{ ...onNetlify, CONTEXT: 'deploy-preview' }, 'https://firm.netlify.app', true],
  [{ CONTEXT: 'deploy-preview', URL: 'https://elsewhere.example' }, local, false],
  [{ HOST: '0.0.0.0' }, local, false],
  [{ HOST: '::1', PORT: '81' }, 'http://[::1]:81', false],
  [{ PORT: '0' }, local, false],
])('the canonical origin of %j is %s, and whether it is a preview: %s', ([env, url, isPreview]) => {
  expect(parseConfig(env).site).toMatchObject({ url, isPreview });
});

const drafts = {
  ...onNetlify,
  ...account,
  CONTEXT: 'branch-deploy',
  CONTENTFUL_PREVIEW_TOKEN: 'preview',
};
test.for<[Record<string, string>, string]>([
  [{ SITE_URL: 'www.example.com' }, 'SITE_URL must be an http or https address'],
  [{ SITE_URL: 'https://example.com/site' }, 'SITE_URL must be'],
  [{ NETLIFY: 'true', URL: 'nonsense' }, 'URL must be'],
  [{ HOST: 'http://127.0.0.1' }, 'HOST must be'],
  [{ HOST: '256.1.1.1' }, 'HOST must be'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be false or true'],
  [{ CONTENTFUL_SPACE_ID: '..' }, 'CONTENTFUL_SPACE_ID must be'],
  [{ CONTENTFUL_SPACE_ID: 'space' }, 'CONTENTFUL_DELIVERY_TOKEN is missing'],
  [{ CONTENTFUL_DELIVERY_TOKEN: 'token' }, 'CONTENTFUL_SPACE_ID is missing'],
  [{ ...account, CONTENTFUL_DELIVERY_TOKEN: 'to ken' }, 'CONTENTFUL_DELIVERY_TOKEN must be'],
  [{ ...account, CONTENTFUL_ENVIRONMENT: 'a?b' }, 'CONTENTFUL_ENVIRONMENT must be'],
  // What the official client would ignore.
  ...['https://proxy.example', 'proxy.example:70000', 'proxy example', '[::1]:5000'].map(
    (host): [Record<string, string>, string] => [
      { ...account, CONTENTFUL_HOST: host },
      'CONTENTFUL_HOST must be',
    ],
  ),
  [{ ...account, CONTENTFUL_INSECURE: 'true' }, 'CONTENTFUL_INSECURE must stay false'],
  [{ CONTENTFUL_WEBHOOK_SECRET: 'hunter2' }, 'CONTENTFUL_WEBHOOK_SECRET must be'],
  [{ CONTENT_ON_FAILURE: 'retry' }, 'CONTENT_ON_FAILURE must be stale, fail or degrade'],
  [{ NETLIFY_BUILD_HOOK_URL: 'abc' }, 'NETLIFY_BUILD_HOOK_URL must be'],
  [{ CONTACT_INBOX: 'a@example.com\r\nBcc: b@example.com' }, 'CONTACT_INBOX must be'],
  [{ CONTACT_FROM: 'Firm <a@example.com>' }, 'CONTACT_FROM must be'],
  [{ SMTP_URL: 'hunter2.example.com:25' }, 'SMTP_URL must be'],
  [{ SMTP_URL: 'smtp://user:12/hunter2@a.test' }, 'SMTP_URL must be .+ with %2F for /'],
  [{ SMTP_URL: 'smtp://mail.firm.test', CONTACT_INBOX: 'a@b.example' }, 'CONTACT_INBOX is missing'],
  [{ RECONCILE_MINUTES: '2.5' }, 'RECONCILE_MINUTES must be'],
  [drafts, 'PREVIEW_SECRET is missing'],
  [{ ...drafts, PREVIEW_SECRET: 'short' }, 'PREVIEW_SECRET must be'],
])('%j is refused in one line: %s', ([env, message]) => {
  // Without the value, which may be a secret.
  expect(() => parseConfig(env)).toThrow(new RegExp(`^${message}(?!.*hunter2)[^\\n]*\\.$`));
});

test.each([
  [{}, 'https://images.ctfassets.net'],
  [{ CONTENTFUL_HOST: 'preview.contentful.com' }, 'https://images.ctfassets.net'],
  [{ CONTENTFUL_HOST: 'cdn.eu.contentful.com' }, 'https://images.eu.ctfassets.net'],
  [{ CONTENTFUL_HOST: 'content.firm.test:8443' }, 'https://content.firm.test:8443'],
  [{ CONTENTFUL_HOST: '127.0.0.1:5000', CONTENTFUL_INSECURE: 'true' }, 'http://127.0.0.1:5000'],
])('the pictures of %j are at %s', (env, origin) => {
  expect(getPictureOrigin(parseConfig({ ...account, ...env }).contentful)).toBe(origin);
  expect(getPictureOrigin(null)).toBeNull();
});
