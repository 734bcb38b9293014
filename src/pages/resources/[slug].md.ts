import type { APIRoute } from 'astro';
import { read, staticPaths } from '../../engine/content/read.ts';
import { markdownType } from '../../data/routes.ts';
import { renderResourceMarkdown } from '../../documents/markdown/article.ts';

export const getStaticPaths = () => staticPaths('/resources/[slug]');

export const GET: APIRoute<never, { slug: string }> = async ({ params: { slug }, site }) => {
  const resource = await read({ type: 'resource', slug });
  if (!resource || !site) throw new Error(`The snapshot has no resource '${slug}'.`);
  return new Response(renderResourceMarkdown(resource, site), {
    headers: { 'content-type': markdownType },
  });
};
