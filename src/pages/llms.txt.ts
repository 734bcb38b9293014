import type { APIRoute } from 'astro';
import { read } from '../content/snapshot/read.ts';
import type { PostSummary } from '../content/snapshot/records.ts';
import { renderOverview } from '../documents/markdown/overview.ts';

/** The newest hundred articles are enough to know the others by, and so are as many resources. */
const mostPages = 4;
const mostResources = 100;

async function readPosts(): Promise<PostSummary[]> {
  const posts: PostSummary[] = [];
  for (let page = 1, last = 1; page <= Math.min(last, mostPages); page++) {
    const list = await read({ type: 'post-list', page });
    if (list.status === 'failed') break;
    last = list.pages;
    posts.push(...(list.featured ? [list.featured] : []), ...list.items);
  }
  return posts;
}

/** Those that are built in have a page of their own, too, and are in no list. */
async function readResources() {
  const { resources } = await read({ type: 'slugs' });
  const newest = resources.slice(0, mostResources);
  const found = await Promise.all(newest.map(({ slug }) => read({ type: 'resource', slug })));
  return found.filter((resource) => resource !== null);
}

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('llms.txt needs the address of the site.');
  const overview = renderOverview(await readPosts(), await readResources(), site);
  return new Response(overview, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
