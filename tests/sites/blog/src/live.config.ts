import { defineLiveCollection } from 'astro:content';
import { snapshotLoader } from './engine/content/read.ts';
import * as site from './site.ts';

export const collections = {
  journal: defineLiveCollection({ loader: snapshotLoader(site.journal) }),
  gear: defineLiveCollection({ loader: snapshotLoader(site.gear) }),
};
