/** The build receipt: which content the site shows. */
import type { APIRoute } from 'astro';
import { read } from '#engine/content/read.ts';

export const GET: APIRoute = async () => {
  const { version: release, counts, ...overview } = await read({ type: 'overview' });
  return Response.json({ release, ...overview, ...counts });
};
