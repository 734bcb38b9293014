/** The sample content and as many posts as its process is told (scripts/content-service/process.ts). */
import { sampleSpace as sample } from '../../content-service/sample/index.ts';
import type { Space } from '../../content-service/service.ts';
import { makePost } from './published-site.ts';

const posts = Array.from({ length: Number(process.argv[3]) }, (_, number) => makePost(number));
export const sampleSpace: Space = { ...sample, entries: [...sample.entries, ...posts] };
