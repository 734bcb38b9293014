import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ShareSave } from '../islands/ShareSave.tsx';

/**
 * The Share and Save buttons as HTML, in which no text of the page shows. Rendered once, because thousands
 * of pages have the same buttons.
 */
export const shareSaveHtml = renderToString(
  createElement(ShareSave, { title: '', text: '', saved: '' }),
);
