/** Makes the door of drafts: a page in the site's look that needs no other file. */
import { hash, scryptSync } from 'node:crypto';
import type { Config } from '../config.ts';
import { escapeHtml } from '../escape-html.ts';
import {
  createSecurityHeaders,
  openToEditor,
  permissionsPolicy,
  previewHeaders,
} from '../headers/index.ts';
import { company, readStyles } from '../site.ts';
import { digestPassword, problemMark, type Door } from './draft-access.ts';

const ownStyles = `
main { display: grid; place-content: center; padding: var(--gutter); }
form { display: grid; gap: var(--space-4); inline-size: min(26rem, 100vw - 2 * var(--gutter)); padding: var(--space-6) var(--space-5); border-block-start: var(--stroke-line) solid var(--color-blue); border-radius: var(--radius); background: var(--color-raised); }
h1 { font-size: var(--text-subheading); }
label { margin-block-end: calc(var(--space-2) * -1); font-weight: 600; }
input { min-block-size: 3.25rem; padding-inline: var(--space-4); border: 1px solid var(--color-control); border-radius: var(--radius); background: none; }
#problem { font-weight: 600; color: var(--color-error); }
#problem:empty { display: none; }
`;

const render = (styles: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>For editors | ${escapeHtml(company.name)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<form method="post">
<p class="quiet">${escapeHtml(company.wordmark)}</p>
<h1>For editors</h1>
<p>This page needs the password of the editors.</p>
<label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="current-password" aria-describedby="problem">
<p id="problem" role="alert">${problemMark}</p>
<button class="button">Open</button>
</form>
</main>
</body>
</html>
`;

/** Makes the door of a site; null without a password. With drafts behind it Contentful's editor may frame it. */
export function makeDoor({
  preview: { password },
  site: { url: siteUrl },
  contentful,
}: Pick<Config, 'preview' | 'site' | 'contentful'>): Door | null {
  if (password === null) return null;
  const styles = readStyles() + ownStyles;
  const source = `'sha256-${hash('sha256', styles, 'base64')}'`;
  const headers = {
    ...createSecurityHeaders(siteUrl),
    ...previewHeaders,
    'permissions-policy': permissionsPolicy,
    'content-security-policy': `default-src 'none'; style-src ${source}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'content-type': 'text/html; charset=utf-8',
    // No browser opens its own dialog for this scheme; one in a frame would be blocked.
    'www-authenticate': 'Cookie realm="Editors"',
  };
  return {
    passwordHash: digestPassword(password).toString('hex'),
    // Slow to make, so that nobody who has a cookie can guess the password.
    cookieKey: scryptSync(password, siteUrl, 32).toString('hex'),
    html: render(styles),
    headers: contentful?.showsDrafts ? openToEditor(headers) : headers,
  };
}
