/** The search index. Browsers load it at the first question. */
import type { APIRoute } from 'astro';
import { listSearched } from '#documents/search-index.ts';

export const GET: APIRoute = async () => Response.json(await listSearched());
