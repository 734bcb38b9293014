import rss from '@astrojs/rss';
import { itemPath } from '../engine/declare/collections.ts';
import { getFeed } from '../engine/content/read.ts';
import { journal, site } from '../site.ts';

export async function GET({ site: origin }) {
  const items = (await getFeed(journal, 20)).map(({ record }) => ({
    title: record.title,
    link: itemPath(journal, record.slug),
    pubDate: new Date(record.day),
  }));
  return rss({ title: site.name, description: 'Walks in the hills', site: origin, items });
}
