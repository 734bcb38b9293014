import { expect, test } from 'vitest';
import { doc, entryLink, p } from '../../../src/engine/content/fallback/document.ts';
import { manyPosts, post } from '../../fixtures/content.ts';
import { byId, createPulled } from './pulled-snapshot.ts';

test('a pull reads everything again when more than a thousand entries link to a changed entry, or changed', async () => {
  const linking = manyPosts(1001, { content: doc(p(entryLink('hub', ''))) });
  const { service, pullNow, getRequests } = await createPulled({
    entries: [...linking, post('hub')],
  });
  service.publish(post('hub', { title: 'After' }));
  expect(await pullNow()).toMatchObject({ mode: 'whole', changed: true });
  const { length } = getRequests();
  for (const one of linking) service.publish(one);
  expect(await pullNow()).toMatchObject({ mode: 'whole', fetched: 1002 });
  const requests = getRequests().slice(length);
  expect(requests.filter((address) => address?.includes(byId))).toEqual([]);
});
