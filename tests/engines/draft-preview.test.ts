import { test } from 'vitest';
import { closing } from '../support/closing.ts';
import { draftPath, openPreview, password } from '../support/draft-preview.ts';
import { openFirefox, until } from '../support/engines.ts';

test('Firefox, too, opens the door in the pane of the editor, and keeps the cookie', async ({
  skip,
}) => {
  if (!openFirefox) return skip();
  const { url } = await openPreview();
  const tab = closing(await openFirefox());
  await tab.answer(`<iframe src="${url}${draftPath}">`);
  const isShown = () => document.querySelector('.draft-banner') !== null;
  await tab.open('https://app.contentful.com/');
  await tab.write('#password', password);
  await tab.press('button');
  await until(tab, isShown);
  // A cookie that was not kept would bring the door again.
  await tab.read(() => void setTimeout(() => location.assign('/blog')));
  await until(tab, () => location.pathname === '/blog');
  await until(tab, isShown);
});
