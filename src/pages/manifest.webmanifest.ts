import { company } from '../data/company.ts';

/** Follows the W3C's Web Application Manifest: how the site is called where a visitor keeps it. */
const manifest = {
  name: company.name,
  icons: [
    { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  start_url: '/',
  display: 'browser',
  background_color: '#f5f0e8',
  theme_color: '#f5f0e8',
};

export const GET = () =>
  new Response(`${JSON.stringify(manifest)}\n`, {
    headers: { 'content-type': 'application/manifest+json' },
  });
