import { colors } from '../data/brand.ts';
import { company } from '../data/company.ts';

/** W3C Web Application Manifest: the site's name and icons on a visitor's home screen. */
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
