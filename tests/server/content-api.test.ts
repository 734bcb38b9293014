/** Live content (contract, Endpoints): the real client against the embedded service, faults included. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startContentService, type ContentService } from '../../scripts/content-service/service.ts';
import { createContentClient, createLiveContent } from '../../src/engine/content/index.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { createApp } from '../../src/engine/serve/app.ts';
import { createContentApi } from '../../src/engine/serve/content-api.ts';
import { createAskLive } from '../../src/engine/serve/live-content.ts';
import type { Handler } from '../../src/engine/serve/http.ts';
import { images } from '../fixtures/content.ts';

let service: ContentService;
let app: Handler;
let clock = 0;
const logged: unknown[] = [];

beforeAll(async () => {
  service = await startContentService({ space: fixtureSpace, images });
  const client = createContentClient(service.account, { deadlineMs: 3000 });
  app = createApp({
    siteUrl: 'http://127.0.0.1',
    log: (line) => logged.push(line),
    endpoints: createContentApi(
      createAskLive({
        live: createLiveContent({ client, getNow: () => new Date() }),
        log: (line) => logged.push(line),
        now: () => clock,
      }),
    ),
  });
});
afterAll(() => service.close());

const countOf = (contentType: string) =>
  fixtureSpace.entries.filter(({ sys }) => sys.contentType.sys.id === contentType).length;

const get = async (path: string) => {
  const response = await app(new Request(`http://127.0.0.1${path}`), '127.0.0.1');
  const body: unknown = await response.json();
  return { status: response.status, body };
};

describe('GET /api/…', () => {
  it('answers with a post, rendered as by a build', async () => {
    const { status, body } = await get('/api/blog/why-your-growth-stalled');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug: 'why-your-growth-stalled',
      body: { html: expect.stringContaining('<h2 id=') as string },
    });
  });

  it('lists posts and resources in received order', async () => {
    const posts = await get('/api/blog');
    expect(posts.body).toHaveLength(countOf('blogPost'));
    expect(posts.body).toHaveProperty([0, 'slug'], 'why-your-growth-stalled');
    expect((await get('/api/resources')).body).toHaveLength(countOf('resource'));
  });

  it('has an item that was published a moment ago', async () => {
    expect((await get('/api/blog/brand-new')).status).toBe(404);
    const [entry] = fixtureSpace.entries;
    if (!entry) throw new Error('The sample space is empty.');
    service.publish({
      sys: { ...entry.sys, id: 'brand-new' },
      fields: { ...entry.fields, slug: 'brand-new', title: 'Brand new' },
    });
    clock += 5001;
    expect((await get('/api/blog/brand-new')).body).toMatchObject({ title: 'Brand new' });
  });

  it('answers 404 with the text of the spec for an unknown item', async () => {
    expect(await get('/api/blog/never-written')).toEqual({
      status: 404,
      body: { error: 'Blog post not found' },
    });
    expect(await get('/api/resources/never-written')).toEqual({
      status: 404,
      body: { error: 'Resource not found' },
    });
  });

  it('asks the content service once for fifty requests at the same time', async () => {
    clock += 5001;
    const before = service.requests.length;
    await Promise.all(
      Array.from({ length: 50 }, () => get('/api/resources/crm-migration-workbook')),
    );
    expect(service.requests.length - before).toBe(1);
  });

  it('answers 502 with the text of the spec while the service fails', async () => {
    clock += 5001;
    await service.setFaults({ kind: 'unauthorized' });
    expect(await get('/api/blog')).toEqual({
      status: 502,
      body: { error: 'Failed to load blog posts. Please try again later.' },
    });
    expect(await get('/api/blog/why-your-growth-stalled')).toEqual({
      status: 502,
      body: { error: 'Failed to load the blog post. Please try again later.' },
    });
    expect((await get('/api/resources/growth-playbook')).status).toBe(200); // built in
    expect(JSON.stringify(logged)).not.toContain(service.token);
    await service.setFaults();
    expect((await get('/api/blog')).status).toBe(200);
  });
});
