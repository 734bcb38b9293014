import type { APIRoute } from 'astro';
import { read, staticPaths } from '../../engine/content/read.ts';
import { markdownType } from '../../data/routes.ts';
import { renderPostMarkdown } from '../../documents/markdown/article.ts';

export const getStaticPaths = () => staticPaths('/blog/[slug]');

export const GET: APIRoute<never, { slug: string }> = async ({ params: { slug }, site }) => {
  const post = await read({ type: 'post', slug });
  if (!post || !site) throw new Error(`The snapshot has no blog post '${slug}'.`);
  return new Response(renderPostMarkdown(post, site), {
    headers: { 'content-type': markdownType },
  });
};
