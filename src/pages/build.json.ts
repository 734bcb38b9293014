/** The build receipt: which content the site shows. */
import type { APIRoute } from 'astro';
import { read } from '#engine/content/read.ts';

export const GET: APIRoute = async () => {
  const { counts, ...overview } = await read({ type: 'overview' });
  return Response.json({ ...overview, ...counts });
};
