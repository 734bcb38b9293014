import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../../src/engine/serve/node/preview.ts';
import { startHttp } from '../../server/support/listen.ts';

// tests/browser/draft-preview.test.ts asks for the password, and draft-access.test.ts guesses it.
test('without a password only this machine may enter, and no request through a proxy', async () => {
  const gate = createGate(null, () => undefined);
  const { url, close } = await startHttp((request, response) => {
    if (gate(request, response, '')) response.end();
  });
  onTestFinished(close);
  expect((await fetch(url)).status).toBe(200);
  const names = 'x-forwarded-for x-forwarded-host forwarded via x-real-ip cf-connecting-ip';
  for (const name of [...names.split(' '), 'true-client-ip']) {
    const { status, headers } = await fetch(url, { headers: { [name]: '127.0.0.1' } });
    const told = [name, status, headers.get('cache-control')];
    expect(told).toEqual([name, 403, 'private, no-store']);
  }
});
