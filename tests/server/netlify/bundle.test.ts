/** netlify.toml, and the functions as Netlify bundles and runs them. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { getStore } from '@netlify/blobs';
import type { Config } from '@netlify/functions';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import * as cachePlugin from '#engine/netlify/cache/index.js';
import packageJson from '../../../package.json' with { type: 'json' };
import { parseConfig } from '#engine/config.ts';
import { getSnapshotDirectory } from '#engine/account.ts';
import { createRead } from '#engine/content/read.ts';
import { writeBuiltFunctions } from '#engine/netlify/built-functions.ts';
import { createBlobStore } from '#engine/netlify/leads.ts';
import { openService, post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createLead, createMessage } from '../../fixtures/leads.ts';
import { closing } from '../../support/closing.ts';
import { createSite } from '../../unit/content/pulled.ts';
import { bundle, callBundles, type Asked } from '../support/call-bundle.ts';
import { startBlobs, startBuildHook } from '../support/netlify.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const root = join(import.meta.dirname, '../../..');

describe('netlify.toml', () => {
  test('names the same Node as .nvmrc, and asks for settings that .env.example documents', () => {
    const read = (name: string) => readFileSync(join(root, name), 'utf8');
    const { build, template } = parseToml(read('netlify.toml'));
    expect(build).toEqual({
      command: 'npm run build',
      publish: 'dist',
      processing: { skip_processing: true },
      environment: { NODE_VERSION: read('.nvmrc').trim(), NPM_FLAGS: '--omit=dev' },
    });
    const known = Array.from(read('.env.example').matchAll(/^#(\w+)=/gm), ([, name]) => name);
    const asked = Object.keys((template as { environment: object }).environment);
    expect(asked).toContain('CONTACT_INBOX');
    expect(known).toEqual(expect.arrayContaining(asked));
  });

  test('keeps the data of a build for the next one, and gives the build access to Blobs', async () => {
    const calls: string[] = [];
    const record = (name: string) => (folders: readonly string[]) => {
      calls.push(`${name} ${folders.join()}`);
      return Promise.resolve(true);
    };
    const utils = { cache: { save: record('save'), restore: record('restore') } };
    const environment: Record<string, string> = {};
    const constants = { SITE_ID: 'site', NETLIFY_API_TOKEN: 'token' };
    await cachePlugin.onPreBuild({ utils, constants, netlifyConfig: { build: { environment } } });
    await cachePlugin.onPostBuild({ utils });
    const kept = ['content', 'media', 'share'].map((name) => `.data/${name}`).join();
    expect(calls).toEqual([`restore ${kept}`, `save ${kept}`]);
    expect(environment).toEqual({ NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'token' });
  });
});

const folder = await createFolder();
const parsed = parseConfig({
  NETLIFY: 'true',
  URL: 'https://firm.netlify.app',
  DATA_DIR: join(folder, 'data'),
});
const { pullFrom } = await createSite();
const service = await openService();
await pullFrom(service, { directory: getSnapshotDirectory(parsed) });
await writeBuiltFunctions(parsed, folder);
const builtFolder = join(folder, 'v1', 'functions');
/** The functions that a build writes. tests/browser/live.test.ts has one more. */
const files = readdirSync(builtFolder).map((name) => join(builtFolder, name));
const getName = (file: string) => basename(file, '.ts');
const names = files.map(getName);

test('the functions have the addresses of the endpoints, and limits that count each visitor', async () => {
  const configs: Config[] = [];
  for (const file of files) {
    configs.push(((await import(file)) as { config: Config }).config);
    // Netlify reads the configuration without running the file, so it consists of literals.
    const [, literal] =
      /^export const config = (\{.*?\});$/ms.exec(readFileSync(file, 'utf8')) ?? [];
    expect(literal?.replace(/\/\/.*|'[^']*'|\d+|\w+:/g, ''), file).toMatch(/^[\s{}[\],]+$/);
  }
  const endpoints = configs.flatMap((config) =>
    [config.path ?? []].flat().map((path) => `${[config.method].flat().join()} ${path}`),
  );
  // Without its method the function for POST /contact would hide the page.
  expect(endpoints.toSorted()).toEqual(['GET /api/health', 'POST /contact', 'POST /contact/']);
  // A single text in place of the list would count the whole site as one client.
  const limits = configs.flatMap(({ rateLimit }) => rateLimit ?? []);
  for (const { aggregateBy } of limits) expect(aggregateBy).toEqual(['ip', 'domain']);
  expect(limits.map(({ windowLimit }) => windowLimit)).toEqual([30, 60]);
  expect(configs.flatMap(({ schedule }) => schedule ?? [])).toEqual(['*/5 * * * *', '* * * * *']);
});

test('the edge function that tidies addresses runs where there may be something to tidy, and for no hashed file', async () => {
  const file = join(folder, 'v1', 'edge-functions', 'tidy-address.ts');
  const { config } = (await import(file)) as {
    config: { pattern: string; excludedPattern: string };
  };
  const [pattern, excluded] = [new RegExp(config.pattern), new RegExp(config.excludedPattern)];
  const isAsked = (path: string) => pattern.test(path) && !excluded.test(path);
  const changed = ['/About', '/about.html', '/blog/a-b.', "/blog/a-b'", '/blog/a]', '/a%E2%80%9D'];
  const others = ['/', '/blog/a-b', '/rss.xml', '/_astro/Page.Ab.js', '/media/Ab.avif'];
  expect(changed.filter(isAsked)).toEqual(changed);
  expect(others.filter(isAsked)).toEqual([]);
});

const bundles = join(folder, 'bundles');
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
mkdirSync(bundles);
const { outputs = {} } = (await bundle(files, bundles, { entryNames: '[name]' })).metafile ?? {};

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
    for (const ofTheBuild of ['astro', 'react', 'sharp', 'satori'])
      expect(all).not.toContain(ofTheBuild);
    const listCarrying = (wanted: string) =>
      names.filter((name) => carried.get(name)?.includes(wanted));
    expect(listCarrying('nodemailer')).toEqual(['contact', 'health', 'outbox-retry']);
    expect(listCarrying('contentful')).toEqual(['build-check']);
  });

  test('answer, store and mail leads, tell what was built, and call the build hook for changes since', async () => {
    const blobs = closing(await startBlobs());
    const hook = closing(await startBuildHook());
    const sink = closing(await startSmtpSink());
    const leads = createBlobStore(getStore({ name: 'leads', consistency: 'strong' }));
    const nextAttemptAt = new Date(Date.now() + 3_600_000).toISOString();
    await leads.add(createLead({}, { id: 'later', nextAttemptAt }), 'waiting');
    const added = [1, 2].map(() => leads.add(createLead({}, { id: 'due' }), 'waiting'));
    expect((await Promise.all(added)).sort()).toEqual([false, true]);
    const lead = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createMessage('Hello')),
    };
    const ask = (name: string, asked = '/', init: Omit<Asked, 'file' | 'url'> = {}) => ({
      file: join(bundles, `${name}.mjs`),
      url: `https://firm.test${asked}`,
      ...init,
    });
    const environment = {
      NETLIFY_BUILD_HOOK_URL: hook.url,
      SMTP_URL: sink.url,
      CONTACT_INBOX: 'inbox@firm.test',
    };
    const read = createRead(getSnapshotDirectory(parsed));
    const { version, pulledAt } = await read({ type: 'overview' }).finally(read.close);
    const calls = [
      ask('contact', '/contact', lead),
      ask('outbox-retry'),
      ask('health', '/api/health'),
    ];
    expect(await callBundles(service.account, calls, environment)).toMatchObject([
      { status: 202, body: '{"status":"accepted"}' },
      null,
      {
        status: 200,
        body: expect.stringContaining(`"version":"${version}","pulledAt":"${pulledAt}"`),
      },
    ]);
    expect(await leads.list('waiting')).toEqual(['later']);
    expect(await leads.list('sent')).toHaveLength(2);
    const mailed = sink.mails.map(({ messageId }) => messageId);
    expect(mailed).toEqual([expect.any(String), expect.stringContaining('lead-due@')]);

    const check = () => callBundles(service.account, [ask('build-check')], environment);
    await check();
    expect(hook.calls).toEqual([]);
    service.publish(post('newer', { title: 'Newer than the build' }));
    await service.setFaults({ kind: 'unauthorized' });
    await check();
    expect(hook.calls).toEqual([]);
    await service.setFaults();
    for (const _ of [1, 2]) await check();
    // The second look is while the build is under way.
    expect(hook.calls).toEqual(['POST /build_hooks/secret-of-the-hook']);

    blobs.close();
    expect(await callBundles(service.account, calls.slice(-1), environment)).toMatchObject([
      { status: 200, body: expect.stringMatching(/"degraded".*"leads":null/) },
    ]);
  });
});
