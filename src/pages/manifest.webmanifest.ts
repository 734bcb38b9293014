import { colors } from '../data/brand.ts';
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
  background_color: colors.paper,
  theme_color: colors.paper,
};

export const GET = () =>
  new Response(`${JSON.stringify(manifest)}\n`, {
    headers: { 'content-type': 'application/manifest+json' },
  });
