/**
 * In place of the service worker of an earlier site, which would show its visitors that site for good
 * (https://github.com/gatsbyjs/gatsby/issues/15623).
 */
import type { APIRoute } from 'astro';

const worker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clear()));
async function clear() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  for (const page of await clients.matchAll({ type: 'window' })) page.navigate(page.url);
}
`;

export const GET: APIRoute = () =>
  new Response(worker, { headers: { 'content-type': 'text/javascript' } });
