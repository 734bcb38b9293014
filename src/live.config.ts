/** The collections of the site for Astro: pages read entries of the snapshot. */
import { defineLiveCollection } from 'astro:content';
import { posts } from '#collections/posts.ts';
import { resources } from '#collections/resources.ts';
import { snapshotLoader } from '#engine/content/read.ts';

export const collections = {
  posts: defineLiveCollection({ loader: snapshotLoader(posts) }),
  resources: defineLiveCollection({ loader: snapshotLoader(resources) }),
};
