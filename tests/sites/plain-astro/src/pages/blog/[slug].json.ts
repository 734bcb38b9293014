import { getLiveCollection } from 'astro:content';

export async function getStaticPaths() {
  const { entries } = await getLiveCollection('posts');
  return entries.map(({ id, data }) => ({ params: { slug: id }, props: { title: data.title } }));
}

export const GET = ({ props }) => Response.json(props);
