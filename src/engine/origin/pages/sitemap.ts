/** The files of the sitemap on a server. */
import type { APIRoute } from 'astro';
import { readRoutes, task } from '../protocol.ts';
import { listAllPages, makeOncePerVersion } from '../all-pages.ts';
import { makeSitemap } from '../sitemap.ts';

const makeFiles = makeOncePerVersion(async (paths) =>
  makeSitemap(await listAllPages(paths), import.meta.env.SITE),
);

export const GET: APIRoute = async ({ url: { pathname } }) => {
  const files = await makeFiles(readRoutes(task.directory).paths);
  const text = files.get(pathname) ?? null;
  const headers = { 'content-type': 'application/xml' };
  return text === null ? new Response(null, { status: 404 }) : new Response(text, { headers });
};
