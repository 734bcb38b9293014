import { getStore } from '@netlify/blobs';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createBlobStore } from '../../../src/engine/netlify/leads.ts';
import contact from '../../../src/engine/netlify/functions/contact.ts';
import retryOutbox from '../../../src/engine/netlify/functions/outbox-retry.ts';
import { startBlobs } from '../support/blobs.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { createLead } from '../../fixtures/leads.ts';

let blobs: Awaited<ReturnType<typeof startBlobs>>;
let sink: SmtpSink;
beforeAll(async () => {
  blobs = await startBlobs();
  sink = await startSmtpSink();
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await sink.close();
  await blobs.close();
});
beforeEach(() => {
  sink.mails.length = 0;
  sink.fault = () => null;
  vi.stubEnv('SMTP_URL', sink.url);
  vi.stubEnv('CONTACT_INBOX', 'inbox@firm.test');
});

const store = () => createBlobStore(getStore({ name: 'leads', consistency: 'strong' }));

/** Posts a lead, and waits for the work of the function after its answer. */
async function post(message: string, address = 'https://firm.test') {
  const later: Promise<unknown>[] = [];
  const response = await contact(
    new Request(`${address}/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ name: 'Ann', email: 'ann@acme.test', company: 'Acme', message }),
    }),
    {
      ip: '203.0.113.1',
      site: { id: 'site', name: 'firm', url: 'https://firm.test' },
      waitUntil: (promise) => later.push(promise),
    },
  );
  await Promise.all(later);
  return response;
}

test('a deploy preview has an origin of its own', async () => {
  expect((await post('preview', 'https://deploy-preview-7--firm.netlify.app')).status).toBe(202);
});

test('a lead is mailed at once', async () => {
  const sentBefore = await store().list('sent');
  expect((await post('stored and mailed')).status).toBe(202);
  expect(sink.mails.map(({ recipients }) => recipients)).toEqual([['inbox@firm.test']]);
  expect(await store().list('sent')).toHaveLength(sentBefore.length + 1);
});

test('the scheduled function mails a delayed lead when the lead is due', async () => {
  sink.fault = () => ({ at: 'data', code: 451 });
  await post('later');
  await retryOutbox();
  expect(sink.mails).toEqual([]);

  sink.fault = () => null;
  const waiting = await store().list('waiting');
  for (const id of waiting) {
    const lead = await store().read(id, 'waiting');
    if (!lead) throw new Error('The lead is not waiting.');
    const due = { ...lead, nextAttemptAt: lead.receivedAt };
    await store().move(due, 'waiting', 'waiting');
  }
  await retryOutbox();
  expect(sink.mails).toHaveLength(waiting.length);
  expect(await store().list('waiting')).toEqual([]);
});

test('a lead that two instances add is stored once', async () => {
  const lead = createLead();
  expect(await store().add(lead, 'waiting')).toBe(true);
  expect(await store().add(lead, 'waiting')).toBe(false);
});
