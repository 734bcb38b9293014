import { test } from 'vitest';
import { closing } from '../support/closing.ts';
import { draftPath, openPreview, withSecret } from '../support/draft-preview.ts';
import { openFirefox, until } from '../support/engines.ts';

test('Firefox, too, comes in by the secret in the pane of the editor, and keeps the cookie', async ({
  skip,
}) => {
  if (!openFirefox) return skip();
  const { url } = await openPreview();
  const tab = closing(await openFirefox());
  await tab.answer(`<iframe src="${url}${withSecret(draftPath)}">`);
  const isShown = () => document.querySelector('.draft-banner') !== null;
  await tab.open('https://app.contentful.com/');
  await until(tab, isShown);
  await until(tab, () => location.search === '');
  await tab.read(() => void setTimeout(() => location.assign('/blog')));
  await until(tab, () => location.pathname === '/blog');
  await until(tab, isShown);
});
