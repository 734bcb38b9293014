import { expect, test } from 'vitest';
import { createHealthHandler, type Health } from '../../../src/engine/serve/health.ts';

const well: Health = {
  release: 'r1',
  builtAt: '2026-11-21T12:00:00Z',
  building: false,
  isDamaged: false,
  failedPublishes: 0,
  leads: { waiting: 3, failed: 0, longestWait: 119_999 },
};

const getStatus = async (health: Health) => {
  const handle = createHealthHandler(() => Promise.resolve(health));
  const answer: unknown = await (await handle(new Request('https://site.test/'), '')).json();
  return answer;
};

test('health is ok while leads wait for less than two minutes', async () => {
  const { isDamaged: _, ...told } = well;
  expect(await getStatus(well)).toEqual({
    ...told,
    status: 'ok',
    leads: { waiting: 3, failed: 0 },
  });
});

test.each<[string, Partial<Health>]>([
  [
    'a lead has waited for two minutes while no mail left',
    { leads: { ...well.leads, longestWait: 120_000 } },
  ],
  ['the mail server refused a lead', { leads: { ...well.leads, failed: 1 } }],
  ['a publish failed', { failedPublishes: 1 }],
  ['a file is missing or damaged', { isDamaged: true }],
])('health is degraded when %s', async (_, change) => {
  expect(await getStatus({ ...well, ...change })).toMatchObject({ status: 'degraded' });
});
