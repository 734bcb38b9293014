import { expect, test } from 'vitest';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import { openSnapshotForReading } from '../../../src/engine/content/index.ts';
import { parseQuery } from '../../../src/engine/content/snapshot/queries.ts';
import { createChangeReader } from '../../../src/engine/content/snapshot/write.ts';
import { manyPosts, openService, post } from '../../fixtures/content.ts';
import { createSite } from './pulled.ts';

/** Reads the notes of a snapshot: 'post 3' and 'growth 3' for the third archive pages. */
function readNotes(directory: string) {
  const database = openSnapshotForReading(directory);
  if (!database) throw new Error('There is no snapshot.');
  const reader = createChangeReader(database);
  return {
    getState: () => reader.getState(),
    listPages: (since: ReturnType<typeof reader.getState>) =>
      reader.listTouched(since)?.flatMap((name) => {
        const query = parseQuery(name);
        if (query.type === 'post-archive') return `post ${query.page}`;
        return query.type === 'tag-archive' ? `${query.tag} ${query.page}` : [];
      }),
    close: () => database.close(),
  };
}

const edit = (number: number, fields: object) => {
  const [before] = manyPosts(number).slice(-1);
  return post(before?.sys.id ?? '', { ...before?.fields, tags: ['Growth'], ...fields });
};

// 60 posts, all with one tag, fill three archive pages each; page 3 has the newest.
test.each<[string, (service: ContentService) => void, string[]]>([
  [
    'a newer post with a new tag',
    (service) => service.publish(post('new', { publishedDate: '2026-05-01', tags: ['Fresh'] })),
    ['post 3', 'fresh 1'],
  ],
  [
    'a newer post with the tag',
    (service) => service.publish(post('new', { publishedDate: '2026-05-01', tags: ['Growth'] })),
    ['post 3', 'growth 3'],
  ],
  [
    'an older post',
    (service) => service.publish(post('old', { publishedDate: '2020-01-01', tags: ['Growth'] })),
    ['post 1', 'post 2', 'post 3', 'growth 1', 'growth 2', 'growth 3'],
  ],
  [
    'fewer posts than fill the third page',
    (service) => {
      for (const { sys } of manyPosts(12)) service.unpublish(sys.id);
    },
    ['post 2', 'post 3', 'growth 2', 'growth 3'],
  ],
  [
    'a post that loses the tag',
    (service) => service.publish(edit(30, { tags: ['Other'] })),
    ['post 2', 'post 3', 'growth 2', 'growth 3', 'other 1'],
  ],
  [
    'a post with another title',
    (service) => service.publish(edit(30, { title: 'New' })),
    ['post 2', 'growth 2'],
  ],
])('%s touches the archive pages that it changes, and no others', async (_, change, pages) => {
  const service = await openService({ entries: manyPosts(60, { tags: ['Growth'] }) });
  const { pullFrom, directory } = await createSite();
  await pullFrom(service);
  const before = readNotes(directory);
  const state = before.getState();
  before.close();
  change(service);
  await pullFrom(service);
  const after = readNotes(directory);
  expect(after.listPages(state)?.toSorted()).toEqual(pages.toSorted());
  after.close();
});
