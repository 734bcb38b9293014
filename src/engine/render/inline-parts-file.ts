/** Tells a static build what its pages contain inline: a file that the build reads at its end, and removes. */
import type { APIRoute } from 'astro';
import { createApp } from 'astro/app/entrypoint';
import found from 'virtual:contentful-site/inline-in-sources';
import { listInlineParts } from './list-inline-parts.ts';

export const prerender = true;

export const GET: APIRoute = () => Response.json(listInlineParts(createApp().manifest, found));
