/** The functions of leads, beside what tests/server/hosts.test.ts asks both hosts. */
import { getStore } from '@netlify/blobs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createBlobStore } from '../../../src/engine/netlify/leads.ts';
import contact from '../../../src/engine/netlify/functions/contact.ts';
import retryOutbox from '../../../src/engine/netlify/functions/outbox-retry.ts';
import { createLead } from '../../fixtures/leads.ts';
import { startBlobs } from '../support/netlify.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

let blobs: Awaited<ReturnType<typeof startBlobs>>;
let sink: SmtpSink;
beforeAll(async () => {
  blobs = await startBlobs();
  sink = await startSmtpSink();
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.stubEnv('SMTP_URL', sink.url);
  vi.stubEnv('CONTACT_INBOX', 'inbox@firm.test');
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await sink.close();
  blobs.close();
});

const store = () => createBlobStore(getStore({ name: 'leads', consistency: 'strong' }));

test('a deploy preview takes leads from its own address', async () => {
  const preview = 'https://deploy-preview-7--firm.netlify.app';
  const request = new Request(`${preview}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: preview },
    body: JSON.stringify({ name: 'Ann', email: 'a@b.test', company: 'Acme', message: 'preview' }),
  });
  const site = { id: 'site', name: 'firm', url: 'https://firm.test' };
  const { status } = await contact(request, { ip: '', site, waitUntil: () => undefined });
  expect(status).toBe(202);
});

test('the scheduled function mails a lead when it is due', async () => {
  const inAMinute = new Date(Date.now() + 60_000).toISOString();
  await store().add(createLead({}, { id: 'later', nextAttemptAt: inAMinute }), 'waiting');
  await store().add(createLead({}, { id: 'due' }), 'waiting');
  await retryOutbox();
  expect(await store().list('waiting')).toEqual(['later']);
  expect(await store().list('sent')).toContain('due');
  expect(sink.mails.at(-1)?.messageId).toContain('lead-due@');
});

test('a lead that two instances add is stored once', async () => {
  const lead = createLead();
  expect(await store().add(lead, 'waiting')).toBe(true);
  expect(await store().add(lead, 'waiting')).toBe(false);
});
