import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { importSpace } from '../../scripts/content-import.ts';
import { applyContentModel } from '../../scripts/content-model.ts';
import { startContentService, type ContentService } from '../../scripts/content-service/service.ts';
import { CommandError } from '../../scripts/command-line/command.ts';
import { createAccount, withAccount } from '../../scripts/command-line/contentful-account.ts';
import { createContentClient, pull, remoteMedia } from '../../src/engine/content/index.ts';
import { doc, p } from '../../src/engine/content/fallback/document.ts';
import { sampleSpace } from '../../scripts/content-service/sample/index.ts';
import { dumpSnapshot } from '../fixtures/snapshot.ts';
import { resource } from '../fixtures/content.ts';
import { createFolder } from '../fixtures/folder.ts';
import { starterTypes } from '../fixtures/blog-starter.ts';
import { runScript } from './run-script.ts';

const emptySpace = { entries: [], assets: [] };

/** Opens an account like that of a new customer of Contentful. */
async function openEmptyAccount() {
  const service = await startContentService({ space: emptySpace, contentTypes: [] });
  onTestFinished(() => service.close());
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const account = createAccount(service.account, service.managementToken);
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const writes = () => service.requests.filter((request) => /^(PUT|POST) /.test(request)).length;
  return { service, account, lines, log, writes };
}

test('the content model is created once, and a second run changes nothing', async () => {
  const { account, lines, log, writes } = await openEmptyAccount();
  await applyContentModel(account, log);
  expect(lines).toEqual([
    'blogPost: created',
    'blogPost, editor: updated',
    'resource: created',
    'resource, editor: updated',
  ]);
  const before = writes();
  await applyContentModel(account, log);
  expect(lines.slice(4).every((line) => line.endsWith(': unchanged'))).toBe(true);
  expect(writes()).toBe(before);

  const editor = await account.editorInterface.get({ contentTypeId: 'blogPost' });
  expect(editor.controls).toContainEqual({
    fieldId: 'publishedDate',
    widgetNamespace: 'builtin',
    widgetId: 'datePicker',
    settings: expect.objectContaining({ format: 'dateonly' }),
  });
});

test('fields that the firm added or made longer stay unchanged', async () => {
  const { account, log } = await openEmptyAccount();
  await applyContentModel(account, log);
  const blogPost = await account.contentType.get({ contentTypeId: 'blogPost' });
  const [title, ...others] = blogPost.fields;
  const own = { id: 'sponsor', name: 'Sponsor', type: 'Symbol', required: false, localized: false };
  await account.contentType.publish(
    { contentTypeId: 'blogPost' },
    await account.contentType.update(
      { contentTypeId: 'blogPost' },
      {
        ...blogPost,
        name: 'Article',
        fields: [...others, { ...own, validations: [] }, ...(title ? [title] : [])],
      },
    ),
  );
  await applyContentModel(account, log);
  const { name, fields, sys } = await account.contentType.get({ contentTypeId: 'blogPost' });
  expect([name, fields[0]?.id, fields.at(-1)?.id]).toEqual(['Blog post', 'title', 'sponsor']);
  expect(sys.publishedVersion).toBe(sys.version - 1);
});

test('the sample space arrives whole, and a second run writes nothing', async () => {
  const { service, account, lines, log, writes } = await openEmptyAccount();
  await applyContentModel(account, log);
  await importSpace(account, sampleSpace, log);
  const all = sampleSpace.entries.length + sampleSpace.assets.length;
  expect(lines.at(-1)).toBe(`Sample content: ${all} published, 0 unchanged`);
  const before = writes();
  await importSpace(account, sampleSpace, log);
  expect(lines.at(-1)).toBe(`Sample content: 0 published, ${all} unchanged`);
  expect(writes()).toBe(before);

  // Both snapshots are equal, except for the time of the last change.
  const sample = await startContentService({ space: sampleSpace });
  onTestFinished(() => sample.close());
  const folder = await createFolder();
  const readSnapshot = async (from: ContentService, name: string) => {
    const directory = join(folder, name);
    const { report } = await pull({
      client: createContentClient(from.account),
      mediaStore: remoteMedia,
      directory,
      onFailure: 'fail',
      now: new Date('2026-11-20T12:00:00Z'),
    });
    const { records, tagged } = (await dumpSnapshot(directory)) ?? {};
    return JSON.stringify({ records, tagged, problems: report.problems })
      .replaceAll(from.host, 'host')
      .replace(/"body":"[^"]+",/g, '') // a digest of the content, which names the host
      .replace(/(?:"updated_at":|\\"updatedAt\\":\\)"[^"]+"/g, '');
  };
  expect(await readSnapshot(service, 'imported')).toEqual(await readSnapshot(sample, 'sample'));
});

test('a second run finishes an interrupted import, and leaves unpublished entries unpublished', async () => {
  const { service, account, lines, log } = await openEmptyAccount();
  await applyContentModel(account, log);
  const body = doc(p('A line.'));
  const space = {
    entries: ['one', 'two'].map((id) => resource(id, { subtitle: id, content: body })),
    assets: [],
  };
  await service.setFaults({ kind: 'unauthorized', path: 'two/published' });
  await expect(importSpace(account, space, log)).rejects.toThrow();
  await service.setFaults();
  await importSpace(account, space, log);
  expect(lines.at(-1)).toBe('Sample content: 1 published, 1 unchanged');

  await account.entry.unpublish({ entryId: 'two' });
  await importSpace(account, space, log);
  expect(lines.at(-1)).toBe('Sample content: 0 published, 2 unchanged');
  const { sys } = await account.entry.get({ entryId: 'two' });
  expect(sys.publishedVersion).toBeUndefined();
});

test('an entry that breaks a rule of the model cannot be published', async () => {
  const { account, log } = await openEmptyAccount();
  await applyContentModel(account, log);
  const publish = async (fields: Record<string, unknown>) => {
    const inLocale = Object.fromEntries(
      Object.entries({
        title: 'A title',
        subtitle: 'A subtitle',
        slug: 'a-title',
        content: { nodeType: 'document', data: {}, content: [] },
        ...fields,
      }).map(([name, value]) => [name, { 'en-US': value }]),
    );
    const draft = await account.entry.create({ contentTypeId: 'resource' }, { fields: inLocale });
    return account.entry.publish({ entryId: draft.sys.id }, draft);
  };
  await publish({});
  for (const [fields, reason] of [
    [{}, 'unique'],
    [{ slug: 'Not A Slug' }, 'regexp'],
    [{ slug: 'thank-you' }, 'prohibitRegexp'],
    [{ slug: 'another', title: undefined }, 'required'],
    [{ slug: 'another', gradient: 'red-to-black' }, 'in'],
    [{ slug: 'another', title: 5 }, 'type'],
    [
      {
        slug: 'another',
        content: {
          nodeType: 'document',
          data: {},
          content: [{ nodeType: 'embedded-resource-block', data: {}, content: [] }],
        },
      },
      'enabledNodeTypes',
    ],
  ] as const)
    await expect(publish(fields)).rejects.toThrow(`"name": "${reason}"`);
});

const environmentOf = (service: ContentService, token = service.managementToken) => ({
  CONTENTFUL_SPACE_ID: service.spaceId,
  CONTENTFUL_DELIVERY_TOKEN: service.token,
  CONTENTFUL_HOST: service.host,
  CONTENTFUL_INSECURE: 'true',
  CONTENTFUL_MANAGEMENT_TOKEN: token,
});

/** Returns the message of a failed command that writes to the account of an environment. */
async function failWith(env: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const error: unknown = await withAccount((account) => applyContentModel(account, () => {})).catch(
    (reason: unknown) => reason,
  );
  if (error instanceof CommandError) return error.message;
  throw error;
}

test('npm run content:model sets up an account', async () => {
  const { service } = await openEmptyAccount();
  const model = await runScript('scripts/content-model.ts', environmentOf(service));
  expect([model.code, model.errors]).toEqual([0, '']);
  expect(model.output).toContain('blogPost: created');
});

test('a field of an unreadable type ends the command with one line and the remedy', async () => {
  const wrong = await startContentService({
    space: emptySpace,
    contentTypes: [
      {
        sys: { id: 'blogPost' },
        name: 'Blog post',
        fields: [
          {
            id: 'tags',
            name: 'Tags',
            type: 'Symbol',
            required: false,
            localized: false,
            validations: [],
          },
        ],
      },
    ],
  });
  onTestFinished(() => wrong.close());
  expect(await failWith(environmentOf(wrong))).toMatch(
    /^blogPost\.tags is of the type Symbol [^\n]+ deletes its values [^\n]+$/,
  );
});

test('--dry-run describes the changes to an existing space, and makes none', async () => {
  const service = await startContentService({ space: emptySpace, contentTypes: starterTypes });
  onTestFinished(() => service.close());
  const { code, output, errors } = await runScript(
    'scripts/content-model.ts',
    environmentOf(service),
    { options: ['--dry-run'] },
  );
  expect([code, errors]).toEqual([0, '']);
  const lines = output.trim().split('\n');
  expect(lines[0]).toBe('blogPost: would be updated');
  expect(lines).toContain(
    '  blogPost.author: stays Link to an entry, read as the name of the linked entry',
  );
  expect(lines).toContain('  blogPost.content: new');
  expect(lines).toContain(
    '  blogPost.body: stays, and the site does not read it (src/data/content-fields.ts can give it a name of the site)',
  );
  expect(lines.at(-1)).toBe('Nothing was changed. No field and no value would be deleted.');
  expect(service.requests.filter((request) => /^(PUT|POST) /.test(request))).toEqual([]);
});

test('an existing space keeps every field', async () => {
  const service = await startContentService({ space: emptySpace, contentTypes: starterTypes });
  onTestFinished(() => service.close());
  const account = createAccount(service.account, service.managementToken);
  await applyContentModel(account, () => undefined);
  const { fields } = await account.contentType.get({ contentTypeId: 'blogPost' });
  const starter = starterTypes.find(({ sys }) => sys.id === 'blogPost');
  for (const { id, type } of starter?.fields ?? [])
    expect(fields).toContainEqual(expect.objectContaining({ id, type }));
});

test.for([
  [
    'without a management token',
    { CONTENTFUL_MANAGEMENT_TOKEN: '' },
    /^CONTENTFUL_MANAGEMENT_TOKEN is missing: /,
  ],
  [
    'with a delivery token in its place',
    { CONTENTFUL_MANAGEMENT_TOKEN: 'embedded-delivery-token' },
    /^Contentful refuses CONTENTFUL_MANAGEMENT_TOKEN: /,
  ],
  [
    'with an environment that does not exist',
    { CONTENTFUL_ENVIRONMENT: 'staging' },
    /^Contentful knows no space 'sample-space' with an environment 'staging' /,
  ],
  [
    'without an account',
    { CONTENTFUL_SPACE_ID: '', CONTENTFUL_DELIVERY_TOKEN: '' },
    /^CONTENTFUL_SPACE_ID and CONTENTFUL_DELIVERY_TOKEN are missing: /,
  ],
  [
    'without a network',
    { CONTENTFUL_HOST: '127.0.0.1:9' },
    /^Contentful refused the connection: check the network/,
  ],
] as const)(
  '%s, a command that writes to the account ends with one line',
  async ([, env, line]) => {
    const { service } = await openEmptyAccount();
    const error = await failWith({ ...environmentOf(service), ...env });
    expect(error).toMatch(line);
    expect(error).not.toContain('\n');
    expect(error).not.toContain(service.managementToken);
  },
);

test('a lasting rate limit ends the command with one line', async () => {
  const { service } = await openEmptyAccount();
  await service.setFaults({ kind: 'rate-limit', reset: '0' });
  expect(await failWith(environmentOf(service))).toMatch(
    /^Contentful is over its rate limit: wait a minute [^\n]+$/,
  );
});
