/** Makes the door of drafts: a page in the site's look that needs no other file. */
import { hash, scryptSync } from 'node:crypto';
import type { Config } from '../config.ts';
import { escapeHtml } from '../base/text.ts';
import {
  createSecurityHeaders,
  openToEditor,
  permissionsPolicy,
  previewHeaders,
} from '../headers/index.ts';
import { name, preview as declared } from '../site.ts';
import { digestSecret, type Door } from './draft-access.ts';

const ownStyles = `
main { display: grid; place-content: center; gap: 1rem; padding: 1.25rem; max-inline-size: 40rem; margin-inline: auto; }
h1 { font-size: 1.5rem; }
`;

const renderDoor = (styles: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>For editors | ${escapeHtml(name)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<p>${escapeHtml(name)}</p>
<h1>For editors</h1>
<p>This is a preview of drafts. Open it from Contentful: Open preview, beside an entry. The address in the preview settings there carries the secret, and this browser then stays signed in for thirty days.</p>
<p>If you still see this page, the secret in that address is missing or out of date, the address does not begin with https, or there were ten wrong secrets within a minute. Ask your engineer for the address.</p>
</main>
</body>
</html>
`;

/** Makes the door of a site; null without a secret. */
export function makeDoor({
  preview: { secret },
  site: { url: siteUrl },
}: Pick<Config, 'preview' | 'site'>): Door | null {
  if (secret === null) return null;
  const styles = (declared?.readStyles?.() ?? '') + ownStyles;
  const source = `'sha256-${hash('sha256', styles, 'base64')}'`;
  const headers = openToEditor({
    ...createSecurityHeaders(siteUrl),
    ...previewHeaders,
    // The address of this page may carry the secret.
    'referrer-policy': 'no-referrer',
    'permissions-policy': permissionsPolicy,
    'content-security-policy': `default-src 'none'; style-src ${source}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'content-type': 'text/html; charset=utf-8',
    // No browser opens its own dialog for this scheme; one in a frame would be blocked.
    'www-authenticate': 'Cookie realm="Editors"',
  });
  return {
    secretHash: digestSecret(secret).toString('hex'),
    // Slow to make, so that nobody who has a cookie can guess the secret.
    cookieKey: scryptSync(secret, siteUrl, 32).toString('hex'),
    html: renderDoor(styles),
    headers,
  };
}
