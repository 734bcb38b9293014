/** What the front asks of the content: whether there is any, all addresses for its warm-up, the cards of share images. */
import type { APIRoute } from 'astro';
import { read } from '../../content/read.ts';
import { readRoutes, task } from '../protocol.ts';
import { listAllPages, makeOncePerVersion } from '../all-pages.ts';
import { listShareCards } from '../share-cards.ts';

const listCards = makeOncePerVersion(() => listShareCards(read));

export const GET: APIRoute = async ({ params: { question }, url: { searchParams } }) => {
  const { paths, texts } = readRoutes(task.directory);
  if (question === 'content')
    return Response.json({ ...(await read({ type: 'overview' })), builtFor: import.meta.env.SITE });
  if (question === 'card') {
    const cards = await listCards(paths);
    return Response.json(cards.get(searchParams.get('path') ?? '') ?? null);
  }
  const pages = await listAllPages(paths);
  return Response.json([...new Set([...texts, ...paths, ...pages.map(({ path }) => path)])]);
};
