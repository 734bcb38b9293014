import { renders } from '../../renders.ts';

export const prerender = false;

export const GET = ({ url }) => Response.json({ ...renders, q: url.searchParams.get('q') });
export const POST = async ({ request }) =>
  new Response(await request.arrayBuffer(), {
    status: 201,
    headers: { 'content-type': 'image/png' },
  });
