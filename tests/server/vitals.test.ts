/** Page speed of real visitors, on both hosts. */
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/engine/serve/app.ts';
import { createRateLimit } from '../../src/engine/serve/rate-limit.ts';
import { createVitalsEndpoint } from '../../src/engine/serve/vitals.ts';
import vitals, { config } from '../../src/engine/netlify/functions/vitals.ts';

const siteUrl = 'https://www.firm.test';

function start() {
  const logged: unknown[] = [];
  const log = (entry: unknown) => logged.push(entry);
  const endpoint = createVitalsEndpoint({
    rateLimit: createRateLimit(() => 0),
    getOrigins: () => [siteUrl],
    log,
  });
  const app = createApp({ endpoints: [endpoint], siteUrl, log });
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const request = new Request(`${siteUrl}/api/vitals`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: siteUrl, ...headers },
      body,
    });
    return (await app(request, '203.0.113.1')).status;
  };
  return { post, logged };
}

describe('the endpoint', () => {
  it('logs path, figure and rating of each metric, and nothing about the visitor', async () => {
    const { post, logged } = start();
    const body = { path: '/blog/why', LCP: 900.500000002235, CLS: 0.2, INP: 600, TTFB: 800 };
    expect(await post(JSON.stringify(body), { 'user-agent': 'Browser', cookie: 'a=b' })).toBe(204);
    const event = 'vital';
    expect(logged).toEqual([
      { event, path: '/blog/why', metric: 'LCP', value: 900.5, rating: 'good' },
      { event, path: '/blog/why', metric: 'CLS', value: 0.2, rating: 'needs improvement' },
      { event, path: '/blog/why', metric: 'INP', value: 600, rating: 'poor' },
      { event, path: '/blog/why', metric: 'TTFB', value: 800, rating: 'good' },
    ]);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no path', '{"LCP":1}'],
    ['no figure', '{"path":"/"}'],
    ['an address of another site', '{"path":"https://a.test/","LCP":1}'],
    ['a path with a query', '{"path":"/?email=a@b.test","LCP":1}'],
    ['a path that breaks the line', '{"path":"/a\\n","LCP":1}'],
    ['a metric nobody knows', '{"path":"/","FID":1}'],
    ['a name every object has', '{"path":"/","constructor":1}'],
    ['a figure that is text', '{"path":"/","LCP":"1"}'],
    ['a figure below zero', '{"path":"/","LCP":-1}'],
    ['a figure without end', '{"path":"/","LCP":1e999}'],
  ])('refuses %s and logs nothing', async (_, body) => {
    const { post, logged } = start();
    expect(await post(body)).toBe(422);
    expect(logged).toEqual([]);
  });

  it('refuses a long body, another type, another site, and too many requests', async () => {
    const { post, logged } = start();
    const body = '{"path":"/","LCP":1}';
    expect(await post(body.padEnd(1025))).toBe(413);
    expect(await post(body, { 'content-type': 'application/json' })).toBe(415);
    expect(await post(body, { origin: 'https://a.test' })).toBe(403);
    expect(logged).toEqual([]);
    const statuses = [];
    for (let count = 0; count < 31; count++) statuses.push(await post(body));
    expect(statuses.indexOf(429)).toBe(30);
  });
});

describe('on Netlify', () => {
  it('exists only with VITALS=true, and never hides a page', async () => {
    const request = new Request(`${siteUrl}/api/vitals`, { method: 'POST', body: '{}' });
    const answer = await vitals(request, { ip: '203.0.113.1', site: { id: 'site', name: 'firm' } });
    expect(answer.status).toBe(404);
    expect(config).toMatchObject({ path: '/api/vitals', method: ['POST'] });
  });
});
