import { expect, onTestFinished, test } from 'vitest';
import {
  startContentService,
  type ContentServiceOptions,
} from '../../scripts/content-service/service.ts';
import { contentTypes } from '../../scripts/content-service/content-types.ts';
import { previewToken } from '../../scripts/content-service/delivery.ts';
import { createAccount } from '../../scripts/command-line/contentful-account.ts';
import { examine, formatFinding } from '../../scripts/doctor.ts';
import { startSmtpSink } from '../server/support/smtp-sink.ts';
import { runScript } from './run-script.ts';

async function openAccount(options: Partial<ContentServiceOptions> = {}) {
  const service = await startContentService({ space: { entries: [], assets: [] }, ...options });
  onTestFinished(() => service.close());
  const env = {
    SITE_URL: 'https://www.example.com',
    CONTENTFUL_SPACE_ID: service.spaceId,
    CONTENTFUL_DELIVERY_TOKEN: service.token,
    CONTENTFUL_HOST: service.host,
    CONTENTFUL_INSECURE: 'true',
  };
  return { service, env };
}

/** Returns the lines that `npm run doctor` prints for an environment. */
const runDoctor = async (env: Record<string, string>) =>
  (await examine(env)).map(formatFinding).join('\n');
const linesOf = (level: string, output: string) =>
  output.split('\n').filter((line) => line.startsWith(level));

test('a complete account is fine in every line', async () => {
  const { service, env } = await openAccount();
  const { code, output, errors } = await runScript('scripts/doctor.ts', {
    ...env,
    CONTENTFUL_PREVIEW_TOKEN: previewToken,
  });
  expect([code, errors, linesOf('WRONG', output)]).toEqual([0, '', []]);
  expect(linesOf('fine', output)).toEqual([
    'fine   SITE_URL: https://www.example.com',
    `fine   Content: space 'sample-space', environment 'master', read from ${service.host}`,
    'fine   Content type blogPost: all 11 fields',
    'fine   Content type resource: all 8 fields',
    'fine   Locale: en-US',
    'fine   CONTENTFUL_PREVIEW_TOKEN reads drafts',
  ]);
});

test.for([
  [
    { CONTENTFUL_DELIVERY_TOKEN: 'CFPAT-embedded-management-token' },
    'CONTENTFUL_DELIVERY_TOKEN is a management token, ',
  ],
  [
    { CONTENTFUL_DELIVERY_TOKEN: 'embedded-preview-token' },
    'CONTENTFUL_DELIVERY_TOKEN is a preview token, ',
  ],
  [{ CONTENTFUL_DELIVERY_TOKEN: 'no-token-at-all' }, 'CONTENTFUL_DELIVERY_TOKEN is refused by '],
  [
    { CONTENTFUL_PREVIEW_TOKEN: 'embedded-delivery-token' },
    'CONTENTFUL_PREVIEW_TOKEN is refused: ',
  ],
  [{ CONTENTFUL_ENVIRONMENT: 'staging' }, "The space has no environment 'staging' "],
  [{ CONTENTFUL_SPACE_ID: 'another' }, '127.0.0.1:'],
  [
    { NETLIFY_BUILD_HOOK_URL: 'https://app.netlify.com/very-secret' },
    'NETLIFY_BUILD_HOOK_URL is no build hook: ',
  ],
  [{ CONTENTFUL_WEBHOOK_SECRET: 'very-secret' }, 'CONTENTFUL_WEBHOOK_SECRET must be '],
  [
    { SMTP_URL: 'smtp://user:very-secret@127.0.0.1:9', CONTACT_INBOX: 'inbox@firm.test' },
    'SMTP_URL: the mail server cannot be used (ESOCKET): ',
  ],
] as const)('%j is one line with the remedy', async ([wrong, line]) => {
  const { env } = await openAccount();
  const output = await runDoctor({ ...env, ...wrong });
  const found = linesOf('WRONG', output);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`WRONG  ${line}`);
  expect(output).not.toMatch(/very-secret|no-token-at-all|embedded-/);
});

test.for([
  ['refuse', 'refused the connection: check the network, and CONTENTFUL_HOST '],
  ['rate-limit', 'is over its rate limit: wait a minute and run this again.'],
  ['server-error', 'answered with status 500: '],
  ['html', 'gave an answer that cannot be read: '],
] as const)('the fault %s is one line', async ([kind, line]) => {
  const { service, env } = await openAccount();
  await service.setFaults({ kind });
  const output = await runDoctor(env);
  expect(linesOf('WRONG', output)).toHaveLength(1);
  expect(output).toContain(line);
});

test('a missing content type, a missing field and one of the wrong type are named', async () => {
  const [blogPost, resource] = contentTypes;
  const fields = (blogPost?.fields ?? [])
    .filter(({ id }) => id !== 'excerpt')
    .map((field) => (field.id === 'tags' ? { ...field, type: 'Symbol' as const } : field));
  const { env } = await openAccount({ contentTypes: blogPost ? [{ ...blogPost, fields }] : [] });
  const output = await runDoctor(env);
  expect(linesOf('WRONG', output)).toEqual([
    'WRONG  The field blogPost.excerpt is missing in the account: npm run content:model makes it.',
    'WRONG  The field blogPost.tags is of the type Symbol, the site reads Array. Either name another field for it in src/data/content-fields.ts, or delete the field in Contentful, which deletes its values in every entry (keep a copy first), and let npm run content:model make it anew.',
    `WRONG  The content type ${resource?.sys.id ?? ''} is missing in the account: npm run content:model makes it.`,
  ]);
});

test('with a management token the webhook is checked, too', async () => {
  const { service, env } = await openAccount();
  const withToken = { ...env, CONTENTFUL_MANAGEMENT_TOKEN: service.managementToken };
  const before = await runDoctor(withToken);
  expect(before).toContain(
    'note   Contentful has no webhook: add one that calls https://www.example.com/api/webhooks/contentful.',
  );
  const account = createAccount(service.account, service.managementToken);
  const url = 'https://www.example.com/api/webhooks/contentful';
  await account.webhook.create({}, { name: 'Site', url, topics: ['Entry.publish'], headers: [] });
  await account.webhook.upsertSigningSecret({}, { value: 's'.repeat(64) });
  const output = await runDoctor(withToken);
  expect(linesOf('WRONG', output)).toEqual([]);
  expect(output).toContain(`fine   Webhook 'Site' calls ${url}`);
  expect(output).toContain('fine   Contentful signs its webhooks');
});

test('the check logs in to the mail server and sends no mail', async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const output = await runDoctor({ SMTP_URL: sink.url, CONTACT_INBOX: 'inbox@firm.test' });
  expect([linesOf('WRONG', output), sink.mails]).toEqual([[], []]);
  expect(output).toContain('fine   SMTP_URL: the mail server takes the login');
});
