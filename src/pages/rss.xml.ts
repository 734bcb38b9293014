import type { APIRoute } from 'astro';
import { posts } from '#collections/posts.ts';
import { getFeed, read } from '#engine/content/read.ts';
import { feedType } from '#data/routes.ts';
import { renderFeed } from '#documents/feed.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('The feed needs the address of the site.');
  const feed = await renderFeed(await getFeed(posts, 24), site, await read({ type: 'locale' }));
  return new Response(feed, { headers: { 'content-type': feedType } });
};
