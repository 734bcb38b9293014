import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getStore } from '@netlify/blobs';
import { build, type Metafile } from 'esbuild';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { post as createPost } from '../../fixtures/content.ts';
import { startContentService } from '../../../scripts/content-service/service.ts';
import { startBlobs } from '../support/blobs.ts';
import { callBundle, type Question } from '../support/call-bundle.ts';
import { startBuildHook, type BuildHook } from '../support/build-hook.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { createFolder } from '../support/hosts.ts';
import { signAt, webhookSecret } from '../../../scripts/bench/support/signed-requests.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const toml = parseToml(readFileSync(join(root, 'netlify.toml'), 'utf8'));

describe('netlify.toml', () => {
  test('has the settings of the build, without repeating other files', () => {
    const { headers: _, template: __, ...settings } = toml;
    expect(settings).toEqual({
      build: {
        command: 'npm run build',
        publish: 'dist',
        environment: { NODE_VERSION: readFileSync(join(root, '.nvmrc'), 'utf8').trim() },
        processing: { skip_processing: true },
      },
      functions: { directory: 'src/engine/netlify/functions' },
      plugins: [{ package: '/scripts/netlify-cache' }],
    });
  });

  test('asks at the first deploy for settings that .env.example documents', () => {
    const { template } = toml;
    const settings =
      typeof template === 'object' && 'environment' in template && template.environment;
    const example = readFileSync(join(root, '.env.example'), 'utf8');
    const names = Object.keys(settings || {});
    expect(names).toContain('CONTACT_INBOX');
    for (const name of names) expect(example).toContain(`\n#${name}=`);
  });

  test('keeps the data of a build for the next one, and gives the build access to Blobs', async () => {
    const plugin: unknown = await import('../../../scripts/netlify-cache/index.js');
    const calls: string[] = [];
    const record = (name: string) => (directory: string) => {
      calls.push(`${name} ${directory}`);
      return Promise.resolve(true);
    };
    const utils = { cache: { save: record('save'), restore: record('restore') } };
    if (!isPlugin(plugin)) throw new Error('The plugin has no events.');
    const environment: Record<string, string> = {};
    await plugin.onPreBuild({
      utils,
      constants: { SITE_ID: 'site', NETLIFY_API_TOKEN: 'token' },
      netlifyConfig: { build: { environment } },
    });
    await plugin.onPostBuild({ utils });
    expect(calls).toEqual(['restore .data', 'save .data']);
    expect(environment).toEqual({ NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'token' });
  });
});

interface Plugin {
  onPreBuild: (event: object) => Promise<void>;
  onPostBuild: (event: object) => Promise<void>;
}
const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && 'onPreBuild' in value && 'onPostBuild' in value;

const functionsFolder = join(root, 'src/engine/netlify/functions');
const names = readdirSync(functionsFolder).map((file) => file.replace(/\.ts$/, ''));

describe('the functions', () => {
  test('have these addresses, times and limits', async () => {
    const found: Record<string, unknown> = {};
    for (const name of names) {
      const module: unknown = await import(join(functionsFolder, `${name}.ts`));
      found[name] = module && typeof module === 'object' && 'config' in module && module.config;
    }
    // A single text in place of the list would count the whole site as one client.
    const aggregateBy = ['ip', 'domain'];
    expect(found).toEqual({
      contact: {
        path: ['/contact', '/contact/'],
        method: ['POST'],
        rateLimit: { windowLimit: 30, windowSize: 180, aggregateBy },
      },
      'contentful-webhook': {
        path: '/api/webhooks/contentful',
        method: ['POST'],
        rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy },
      },
      'content-api': {
        path: ['/api/blog', '/api/blog/:slug', '/api/resources', '/api/resources/:slug'],
        method: ['GET'],
      },
      health: {
        path: '/api/health',
        method: ['GET'],
        rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy },
      },
      'outbox-retry': { schedule: '* * * * *' },
      reconcile: { schedule: '*/5 * * * *' },
    });
  });

  test.for(names)(
    '%s has a configuration of literals, which Netlify reads without running',
    (name) => {
      const source = readFileSync(join(functionsFolder, `${name}.ts`), 'utf8');
      const [, config] = /^export const config: Config = (\{.*?\});$/ms.exec(source) ?? [];
      const withoutLiterals = config?.replace(/\/\/.*|'[^']*'|\d+|\w+:/g, '');
      expect(withoutLiterals).toMatch(/^[\s{}[\],]+$/);
    },
  );
});

describe('the functions, bundled', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let blobs: Awaited<ReturnType<typeof startBlobs>>;
  let hook: BuildHook;
  let outputs: Metafile['outputs'];
  beforeAll(async () => {
    folder = await createFolder();
    blobs = await startBlobs();
    hook = await startBuildHook();
    const { metafile } = await build({
      entryPoints: names.map((name) => join(functionsFolder, `${name}.ts`)),
      outdir: folder.path,
      outExtension: { '.js': '.mjs' },
      absWorkingDir: folder.path,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      metafile: true,
      // As Netlify has it: packages stay as they are, so each module format must load.
      packages: 'external',
    });
    outputs = metafile.outputs;
    symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  });
  afterAll(async () => {
    await hook.close();
    await blobs.close();
    await folder.remove();
  });

  const listPackages = (name: string) =>
    (outputs[`${name}.mjs`]?.imports ?? [])
      .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '')
      .filter((packageName) => !isBuiltin(packageName));

  test.for(names)('%s needs only packages of the live site', (name) => {
    const live = Object.keys(packageJson.dependencies);
    expect(live).toEqual(expect.arrayContaining(listPackages(name)));
    for (const ofTheBuild of ['astro', 'react', 'sharp', 'satori', 'pagefind'])
      expect(listPackages(name)).not.toContain(ofTheBuild);
  });

  test('only functions that know leads contain the mailer, and only functions that read content its client', () => {
    const carrying = (wanted: string) =>
      names.filter((name) => listPackages(name).includes(wanted));
    expect(carrying('nodemailer')).toEqual(['contact', 'health', 'outbox-retry']);
    expect(carrying('contentful')).toEqual(['content-api', 'reconcile']);
  });

  const call = (name: string, ...question: Question) =>
    callBundle(join(folder.path, `${name}.mjs`), ...question);

  test('contact takes a lead', async () => {
    const lead = { name: 'Ann', email: 'ann@acme.test', company: 'Acme', message: 'Bundled' };
    const answer = await call(
      'contact',
      'https://firm.test/contact',
      {},
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://firm.test' },
        body: JSON.stringify(lead),
      },
    );
    expect(answer).toMatchObject({ status: 202 });
    const { blobs: leads } = await getStore({ name: 'leads', consistency: 'strong' }).list();
    expect(leads).toHaveLength(1);
    expect(await call('outbox-retry', 'https://firm.test/')).toBeNull();
  });

  const post = createPost('post-1', { title: 'Newer than the build' });
  async function openContent() {
    const service = await startContentService({ space: { entries: [post], assets: [] } });
    onTestFinished(() => service.close());
    return {
      CONTENTFUL_SPACE_ID: service.spaceId,
      CONTENTFUL_DELIVERY_TOKEN: service.token,
      CONTENTFUL_ENVIRONMENT: service.environment,
      CONTENTFUL_HOST: service.host,
      CONTENTFUL_INSECURE: 'true',
      CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
      NETLIFY_BUILD_HOOK_URL: hook.url,
    };
  }

  test('the webhook takes an event and calls the hook', async () => {
    hook.calls.length = 0;
    const environment = await openContent();
    const signed = signAt(Date.now(), {
      method: 'POST',
      path: '/api/webhooks/contentful',
      headers: { 'content-type': 'application/vnd.contentful.management.v1+json' },
      body: JSON.stringify({ sys: { type: 'Entry', id: 'post-1', revision: 1 } }),
    });
    const url = `https://firm.test${signed.path}`;
    expect(await call('contentful-webhook', url, environment, signed)).toMatchObject({
      status: 202,
    });
    expect(hook.calls).toHaveLength(1);
    expect(await call('contentful-webhook', url, environment, signed)).toMatchObject({
      status: 401,
    });
    expect(hook.calls).toHaveLength(1);
  });

  test('the content API answers with live content', async () => {
    const environment = await openContent();
    expect(await call('content-api', 'https://firm.test/api/blog/post-1', environment)).toEqual({
      status: 200,
      body: expect.stringContaining('Newer than the build'),
    });
  });

  test('the check of the live site calls the hook for missing content, and clears old signatures', async () => {
    const publishes = getStore({ name: 'publish', consistency: 'strong' });
    await publishes.deleteAll();
    const old = `signatures/${Date.now() - 1000}-old`;
    const young = `signatures/${Date.now() + 60_000}-young`;
    for (const key of [old, young]) await publishes.set(key, 'accepted');
    hook.calls.length = 0;

    const receipt = { posts: 1, resources: 0, nextDue: null, builtAt: new Date().toISOString() };
    let revision = '2020-01-01T00:00:00.000Z';
    const site = createServer((request, response) => {
      response.statusCode = request.url === '/build.json' ? 200 : 404;
      response.end(JSON.stringify({ release: 'a', ...receipt, revision }));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    const address = site.address();
    if (address === null || typeof address === 'string') throw new Error('The site has no port.');
    const url = `http://127.0.0.1:${address.port}/`;
    const environment = await openContent();

    expect(await call('health', `${url}api/health`)).toEqual({
      status: 200,
      body: expect.stringContaining('"release":"a"'),
    });

    await call('reconcile', url, environment);
    expect(hook.calls).toHaveLength(1);
    const { blobs: kept } = await publishes.list({ prefix: 'signatures/' });
    expect(kept.map(({ key }) => key)).toEqual([young]);

    await publishes.deleteAll();
    revision = '2026-01-05T09:00:00.000Z';
    await call('reconcile', url, environment);
    expect(hook.calls).toHaveLength(1);
  });
});
