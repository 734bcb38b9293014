/** The collections of the site for Astro: pages read entries of the snapshot. */
import { defineLiveCollection } from 'astro:content';
import * as declared from '#collections/declared.ts';
import { snapshotLoader } from '#engine/content/read.ts';

export const collections = {
  posts: defineLiveCollection({ loader: snapshotLoader(declared.posts) }),
  resources: defineLiveCollection({ loader: snapshotLoader(declared.resources) }),
};
