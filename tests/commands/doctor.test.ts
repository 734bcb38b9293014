import { expect, test } from 'vitest';
import type { ContentServiceOptions } from '#engine/stand-in/service.ts';
import { contentTypes } from '#engine/stand-in/model.ts';
import { previewToken } from '#engine/stand-in/delivery.ts';
import { checkSettings, describeContent, formatFinding } from '#engine/commands/doctor.ts';
import { parseConfig } from '#engine/config.ts';
import { openService, settingsOf } from '../fixtures/content.ts';
import { closing } from '../support/closing.ts';
import { startSmtpSink } from '../server/support/smtp-sink.ts';
import { runScript } from './run-script.ts';

async function openAccount(options: Pick<ContentServiceOptions, 'contentTypes'> = {}) {
  const service = await openService(options);
  const { account } = service;
  /** Returns the lines that `npm run doctor` prints for the account with these settings. */
  const runDoctor = async (settings: Record<string, string> = {}) => {
    const { contentful, ...config } = parseConfig({
      SITE_URL: 'https://www.example.com',
      ...settingsOf(account),
      CONTENTFUL_PREVIEW_TOKEN: previewToken,
      ...settings,
    });
    const there = contentful && { ...contentful, previewHost: account.previewHost };
    const findings = await checkSettings({ ...config, contentful: there });
    return findings.map(formatFinding).join('\n');
  };
  return { service, runDoctor };
}
const linesOf = (level: string, output: string) =>
  output.split('\n').filter((line) => line.startsWith(level));

test('a complete account with a mail server is fine in every line', async () => {
  const { service, runDoctor } = await openAccount();
  const sink = closing(await startSmtpSink());
  const output = await runDoctor({ SMTP_URL: sink.url, CONTACT_INBOX: 'inbox@firm.test' });
  expect(linesOf('WRONG', output)).toEqual([]);
  expect(linesOf('fine', output)).toEqual([
    'fine   SITE_URL: https://www.example.com',
    `fine   Content: space 'sample-space', environment 'master', read from ${service.host}`,
    ...contentTypes.map(
      ({ sys, fields }) => `fine   Content type ${sys.id}: all ${fields.length} fields`,
    ),
    'fine   Locale: en-US',
    'fine   CONTENTFUL_PREVIEW_TOKEN reads drafts',
    expect.stringMatching(/^fine   Content preview: put these addresses into Contentful /),
    'fine   SMTP_URL: the mail server takes the login',
  ]);
  expect(output).toContain(
    '\n         blogPost: http://127.0.0.1:4331/blog/{entry.fields.slug}?secret=…\n',
  );
});

const withoutPreview = { CONTENTFUL_PREVIEW_TOKEN: '' };
test.for([
  [{ CONTENTFUL_DELIVERY_TOKEN: 'CFPAT-very-secret' }, 'CONTENTFUL_DELIVERY_TOKEN is a management'],
  [{ CONTENTFUL_DELIVERY_TOKEN: previewToken }, 'CONTENTFUL_DELIVERY_TOKEN is a preview token, '],
  [{ CONTENTFUL_DELIVERY_TOKEN: 'very-secret' }, 'CONTENTFUL_DELIVERY_TOKEN is refused by '],
  [{ CONTENTFUL_PREVIEW_TOKEN: 'very-secret' }, 'CONTENTFUL_PREVIEW_TOKEN is refused: '],
  [{ CONTENTFUL_LOCALE: 'nl' }, 'The space has no locale nl: set CONTENTFUL_LOCALE to one of '],
  [{ CONTENTFUL_ENVIRONMENT: 'staging', ...withoutPreview }, 'The space has no environment '],
  [{ CONTENTFUL_SPACE_ID: 'another', ...withoutPreview }, '127.0.0.1:'],
  [{ CONTENTFUL_HOST: '127.0.0.1:1', ...withoutPreview }, '127.0.0.1:1 refused the connection: '],
  [
    { NETLIFY_BUILD_HOOK_URL: 'https://app.netlify.com/very-secret' },
    'NETLIFY_BUILD_HOOK_URL is not the address of a build hook: ',
  ],
  [
    { SMTP_URL: 'smtp://user:very-secret@127.0.0.1:9', CONTACT_INBOX: 'inbox@firm.test' },
    'SMTP_URL: Mail server 127.0.0.1 cannot be used (ECONNREFUSED): ',
  ],
] as const)('%j is one line with the remedy', async ([given, line]) => {
  const { runDoctor } = await openAccount();
  const output = await runDoctor(given);
  expect(linesOf('WRONG', output)).toEqual([expect.stringContaining(`WRONG  ${line}`)]);
  expect(output).not.toMatch(/very-secret|embedded-/);
});

test('settings that are hardly meant are told: a public address without TLS, and mail from the inbox to itself', async () => {
  const { runDoctor } = await openAccount();
  const sink = closing(await startSmtpSink());
  const inbox = { CONTACT_INBOX: 'inbox@firm.test', CONTACT_FROM: 'Inbox@firm.test' };
  const site = { SITE_URL: 'http://www.example.com' };
  const output = await runDoctor({ ...site, ...inbox, SMTP_URL: sink.url });
  const notes = linesOf('note', output).join('\n');
  expect(notes).toContain('SITE_URL is http://www.example.com, which browsers call not secure');
  expect(notes).toContain('CONTACT_FROM is the address of CONTACT_INBOX');
});

test('what is held back is wrong, and what is left out or lost is told in the sentences of the content report', () => {
  const of = { collection: 'posts', entryId: 'a', entryTitle: 'A', slug: 'a' };
  const lost = { ...of, field: 'content', message: 'is empty; the page has no body' };
  const found = describeContent({ held: 'The site holds back blogPost.', problems: [lost] });
  expect(found.map(formatFinding).join('\n').split('\n')).toEqual([
    'WRONG  The site holds back blogPost.',
    'note   Content report. Left out: 0. Lost: 1.',
    "         Blog post 'A' (a)",
    '           Lost: content is empty; the page has no body',
  ]);
  const [fine] = describeContent({ held: null, problems: [] });
  expect(fine && formatFinding(fine)).toBe('fine   Every entry is shown whole.');
});

test('a setting that cannot be used is the only line', async () => {
  const env = { CONTENTFUL_WEBHOOK_SECRET: 'very-secret' };
  const { code, output } = await runScript('src/engine/commands/doctor.ts', env);
  expect(code).toBe(1);
  expect(output).toMatch(
    /^WRONG {2}CONTENTFUL_WEBHOOK_SECRET must be [^\n]+\.\n1 to put right\.\n$/,
  );
});

test('only a missing slug is wrong; what the pages can live without is a note', async () => {
  const blogPost = contentTypes.find(({ sys }) => sys.id === 'blogPost');
  if (!blogPost) throw new Error('The model has no blog post.');
  const fields = blogPost.fields
    .filter(({ id }) => id !== 'excerpt')
    .map((field) =>
      field.id === 'tags'
        ? { ...field, items: { type: 'Link', linkType: 'Asset', validations: [] } }
        : field,
    );
  const remedy =
    "add it in Contentful, or name another field for it in the declaration of 'posts'.";
  const describe = async (kept: typeof fields) => {
    const { runDoctor } = await openAccount({ contentTypes: [{ ...blogPost, fields: kept }] });
    return runDoctor();
  };
  const output = await describe(fields);
  expect(linesOf('WRONG', output)).toEqual([]);
  expect(linesOf('note', output)).toEqual(
    expect.arrayContaining([
      `note   The field blogPost.excerpt is missing in the account. To use it, ${remedy}`,
      `note   The field blogPost.tags is of the type Array of links to assets, the site reads Array of texts. To use it, ${remedy}`,
      "note   The account has no content type resource: the site has its built-in resources only. Name another type for it in the declaration of 'resources', or bring it in: npm run content:model prints it for contentful space import.",
    ]),
  );
  const withoutSlug = await describe(fields.filter(({ id }) => id !== 'slug'));
  expect(linesOf('WRONG', withoutSlug)).toEqual([
    `WRONG  The field blogPost.slug is missing in the account, and no entry has an address: ${remedy}`,
  ]);
});
