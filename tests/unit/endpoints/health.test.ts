import { expect, test } from 'vitest';
import { createHealthHandler, type Health } from '#engine/endpoints/health.ts';

const leads = { waiting: 3, failed: 0, trapped: 1, longestWaitMs: 119_999 };
const well = { version: 'v1', pulledAt: '2026-11-21T12:00Z', building: false };

test.each<[string, Partial<Health>]>([
  ['ok', {}],
  ['degraded', { leads: { ...leads, longestWaitMs: 120_000 } }],
  ['degraded', { leads: { ...leads, failed: 1 } }],
  ['degraded', { isFaulty: true }],
  ['degraded', { leads: null }],
])('health is %s with %j', async (status, change) => {
  const health = { ...well, isFaulty: false, leads, ...change };
  const handle = createHealthHandler(() => Promise.resolve(health));
  const ask = (url: string) => handle(new Request(url), '');
  expect((await ask('https://site.test/?strict')).status).toBe(status === 'ok' ? 200 : 503);
  const answer: unknown = await (await ask('https://site.test/')).json();
  const { leads: told } = health;
  const counted = told && { ...told, longestWaitMs: undefined };
  expect(answer).toEqual({ ...well, status, leads: counted });
});
