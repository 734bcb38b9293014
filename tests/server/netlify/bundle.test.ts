/** netlify.toml, and the functions as Netlify bundles and runs them. */
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { getStore } from '@netlify/blobs';
import type { Config } from '@netlify/functions';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import * as cachePlugin from '#scripts/netlify-cache/index.js';
import packageJson from '../../../package.json' with { type: 'json' };
import { signEvent, webhookSecret } from '#scripts/bench/support/signed-requests.ts';
import { emptyBook, updateBook } from '#engine/addresses/address-book.ts';
import { addressStore, writeBlobBook } from '#engine/netlify/addresses.ts';
import { createBlobStore } from '#engine/netlify/leads.ts';
import { openService, post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createLead, createMessage } from '../../fixtures/leads.ts';
import { closing } from '../../support/closing.ts';
import { bundle, callBundles, type Asked } from '../support/call-bundle.ts';
import { startHttp } from '../support/listen.ts';
import { startBlobs, startBuildHook } from '../support/netlify.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const root = join(import.meta.dirname, '../../..');
const functionsFolder = join(root, 'src/engine/netlify/functions');
const names = readdirSync(functionsFolder).map((file) => file.replace(/\.ts$/, ''));

describe('netlify.toml', () => {
  test('names the same Node as .nvmrc, and asks for settings that .env.example documents', () => {
    const read = (name: string) => readFileSync(join(root, name), 'utf8');
    const { build, functions, template } = parseToml(read('netlify.toml'));
    expect(build).toEqual({
      ...{ command: 'npm run build', publish: 'dist', processing: { skip_processing: true } },
      environment: { NODE_VERSION: read('.nvmrc').trim(), NPM_FLAGS: '--omit=dev' },
    });
    expect(functions).toEqual({ directory: relative(root, functionsFolder) });
    const known = Array.from(read('.env.example').matchAll(/^#(\w+)=/gm), ([, name]) => name);
    const asked = Object.keys((template as { environment: object }).environment);
    expect(asked).toContain('CONTACT_INBOX');
    expect(known).toEqual(expect.arrayContaining(asked));
  });

  test('keeps the data of a build for the next one, and gives the build access to Blobs', async () => {
    const calls: string[] = [];
    const record = (name: string) => (directory: string) => {
      calls.push(`${name} ${directory}`);
      return Promise.resolve(true);
    };
    const utils = { cache: { save: record('save'), restore: record('restore') } };
    const environment: Record<string, string> = {};
    const constants = { SITE_ID: 'site', NETLIFY_API_TOKEN: 'token' };
    await cachePlugin.onPreBuild({ utils, constants, netlifyConfig: { build: { environment } } });
    await cachePlugin.onPostBuild({ utils });
    expect(calls).toEqual(['restore .data', 'save .data']);
    expect(environment).toEqual({ NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'token' });
  });
});

test('the functions have the addresses of the endpoints, and limits that count each visitor', async () => {
  const configs: Config[] = [];
  for (const name of names) {
    const file = join(functionsFolder, `${name}.ts`);
    configs.push(((await import(file)) as { config: Config }).config);
    // Netlify reads the configuration without running the file, so it consists of literals.
    const [, literal] =
      /^export const config: Config = (\{.*?\});$/ms.exec(readFileSync(file, 'utf8')) ?? [];
    expect(literal?.replace(/\/\/.*|'[^']*'|\d+|\w+:/g, ''), name).toMatch(/^[\s{}[\],]+$/);
  }
  const endpoints = configs.flatMap((config) =>
    [config.path ?? []].flat().map((path) => `${[config.method].flat().join()} ${path}`),
  );
  // Without its method the function for POST /contact would hide the page.
  expect(endpoints.toSorted()).toEqual([
    'GET /api/*',
    'GET /api/health',
    'POST /api/webhooks/contentful',
    'POST /contact',
    'POST /contact/',
  ]);
  // Of two functions for one address Netlify would choose.
  expect(configs.flatMap(({ excludedPath }) => excludedPath ?? [])).toEqual([
    '/api/health',
    '/api/webhooks/*',
  ]);
  // A single text in place of the list would count the whole site as one client.
  const limits = configs.flatMap(({ rateLimit }) => rateLimit ?? []);
  for (const { aggregateBy } of limits) expect(aggregateBy).toEqual(['ip', 'domain']);
  expect(limits.map(({ windowLimit }) => windowLimit)).toEqual([30, 1200, 60]);
  expect(configs.flatMap(({ schedule }) => schedule ?? [])).toEqual(['* * * * *', '*/5 * * * *']);
});

const folder = await createFolder();
const files = names.map((name) => join(functionsFolder, `${name}.ts`));
const { outputs = {} } = (await bundle(files, folder)).metafile ?? {};
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

describe('the functions, bundled', () => {
  test('need only packages of the live site, and carry mailer and content client only to use them', () => {
    const carried = new Map(
      names.map((name) => {
        const packages = (outputs[`${name}.mjs`]?.imports ?? []).map(
          ({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '',
        );
        return [name, packages.filter((packageName) => !isBuiltin(packageName))];
      }),
    );
    const all = [...carried.values()].flat();
    expect(Object.keys(packageJson.dependencies)).toEqual(expect.arrayContaining(all));
    for (const ofTheBuild of ['astro', 'react', 'sharp', 'satori', 'minisearch'])
      expect(all).not.toContain(ofTheBuild);
    const listCarrying = (wanted: string) =>
      names.filter((name) => carried.get(name)?.includes(wanted));
    expect(listCarrying('nodemailer')).toEqual(['contact', 'health', 'outbox-retry']);
    expect(listCarrying('contentful')).toEqual(['content-api', 'reconcile']);
  });

  test('answer, store and mail leads, call the build hook and clear old signatures', async () => {
    const builtAt = new Date().toISOString();
    const receipt = { release: 'a', nextDue: null, builtAt, revision: '0 ' };
    const site = closing(
      await startHttp(({ url = '' }, response) => {
        response.writeHead(url === '/build.json' ? 200 : 404).end(JSON.stringify(receipt));
      }),
    );
    const blobs = closing(await startBlobs());
    const hook = closing(await startBuildHook());
    const sink = closing(await startSmtpSink());
    const service = await openService({
      entries: [
        post('post-1', { title: 'Newer than the build' }),
        post('kept', { slug: 'A slip' }),
      ],
    });
    const { book } = updateBook(emptyBook, new Map([['/blog/kept', 'kept']]), new Date());
    await writeBlobBook(getStore(addressStore), service.account, book);
    const leads = createBlobStore(getStore({ name: 'leads', consistency: 'strong' }));
    const nextAttemptAt = new Date(Date.now() + 3_600_000).toISOString();
    await leads.add(createLead({}, { id: 'later', nextAttemptAt }), 'waiting');
    const added = [1, 2].map(() => leads.add(createLead({}, { id: 'due' }), 'waiting'));
    expect((await Promise.all(added)).sort()).toEqual([false, true]);
    // Valid for more than a minute, because a process may take long to start.
    const sys = { type: 'Entry', id: 'post-1', revision: 1 };
    const { path, ...event } = signEvent({ sys }, Date.now() + 50_000);
    const lead = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createMessage('Hello')),
    };
    const ask = (name: string, asked = '/', init: Omit<Asked, 'file' | 'url'> = {}) => ({
      file: join(folder, `${name}.mjs`),
      url: site.url + asked,
      ...init,
    });
    const environment = {
      CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
      NETLIFY_BUILD_HOOK_URL: hook.url,
      SMTP_URL: sink.url,
      CONTACT_INBOX: 'inbox@firm.test',
    };
    const calls = [
      ask('contact', '/contact', lead),
      ask('outbox-retry'),
      ask('content-api', '/api/blog/post-1'),
      ask('content-api', '/api/blog/kept'),
      ask('contentful-webhook', path, event),
      ask('contentful-webhook', path, event),
      ask('health', '/api/health'),
    ];
    expect(await callBundles(service.account, calls, environment)).toEqual([
      { status: 202, body: '{"status":"accepted"}' },
      null,
      { status: 200, body: expect.stringContaining('Newer than the build') },
      { status: 200, body: expect.stringContaining('"slug":"kept"') },
      { status: 202, body: '{"queued":true}' },
      { status: 401, body: expect.stringContaining('error') },
      { status: 200, body: expect.stringContaining(`"release":"a","builtAt":"${builtAt}"`) },
    ]);
    const { NETLIFY_BUILD_HOOK_URL: _, ...withoutHook } = environment;
    const refused = await callBundles(service.account, calls.slice(4, 5), withoutHook);
    expect(refused).toMatchObject([{ status: 503 }]);
    expect(hook.calls).toHaveLength(1);
    expect(await leads.list('waiting')).toEqual(['later']);
    expect(await leads.list('sent')).toHaveLength(2);
    const mailed = sink.mails.map(({ messageId }) => messageId);
    expect(mailed).toEqual([expect.any(String), expect.stringContaining('lead-due@')]);

    const publishes = getStore({ name: 'publish', consistency: 'strong' });
    await publishes.delete('call');
    await publishes.set('signatures/1-old', 'accepted');
    expect(await callBundles(service.account, [ask('reconcile')], environment)).toEqual([null]);
    expect(hook.calls).toHaveLength(2);
    const { blobs: kept } = await publishes.list({ prefix: 'signatures/' });
    expect(kept).toHaveLength(1);

    blobs.close();
    expect(await callBundles(service.account, calls.slice(-1), environment)).toEqual([
      { status: 200, body: expect.stringMatching(/"degraded".*"leads":null/) },
    ]);
  });
});
