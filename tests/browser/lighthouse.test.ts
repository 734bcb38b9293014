/**
 * Lighthouse (design §5, promise 3), once on a page of each template that has markup of its own: the
 * lists, articles and legal pages left out are made of the same sections. Its performance score is a
 * time of this machine, so here only what a page is counts; `npm run audit` measures all of them.
 */
import { afterAll, describe, expect, inject, test } from 'vitest';
import { measurePage } from '../../scripts/audit/lighthouse.ts';
import { startSecureFront } from '../../scripts/audit/secure-front.ts';
import { someService } from '../support/some-service.ts';

const front = await startSecureFront(inject('siteUrl'));
afterAll(() => front.close());

describe('Lighthouse finds nothing to take points for', () => {
  test.for([
    { path: '/', kind: 'listed' },
    { path: '/services', kind: 'listed' },
    { path: someService, kind: 'listed' },
    { path: '/blog/why-your-growth-stalled', kind: 'listed' },
    { path: '/contact', kind: 'listed' },
    { path: '/search', kind: 'unlisted' },
  ] as const)('on $path', async (target) => {
    const { scores, shift, failed } = await measurePage(front.url, target);
    expect(failed).toEqual([]);
    expect(scores).toMatchObject({ accessibility: 100, 'best-practices': 100, seo: 100 });
    expect(shift).toBe(0);
  });
});
