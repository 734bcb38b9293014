/** The headers of every kind of answer, the same on both hosts. MDN's HTTP Observatory gives them 130 points. */
import { lookup, mimes } from 'mrmime';
import { feed, shareImages } from '../site.ts';
import { editorOrigins } from '../account.ts';

mimes.ico = 'image/x-icon';

/** Media type of what an address shows: pages have no ending. */
export function getMediaType(address: string): string {
  if (address === feed?.path) return feed.type;
  const isFile = /\.\w+$/.test(address);
  const type = isFile ? (lookup(address) ?? 'application/octet-stream') : 'text/html';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** What the headers of a file depend on. */
export interface FileKind {
  /** Path on the site: `/services` for `services.html`. */
  address: string;
  /** Media type. */
  type: string;
}

/** @param name of the file in the built site: `services.html` */
export function describeFile(name: string): FileKind {
  const path = `/${name}`;
  const address = path.endsWith('.html') ? path.replace(/(?:\/index)?\.html$/, '') || '/' : path;
  return { address, type: getMediaType(address) };
}

/** Fields of the head of an answer, by name. */
export type HeaderFields = Readonly<Record<string, string>>;

/** Headers of every answer. HSTS is sent over https alone: https://www.rfc-editor.org/rfc/rfc6797#section-7.2 */
export const createSecurityHeaders = (siteUrl: string): HeaderFields => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(siteUrl.startsWith('https:') && {
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  }),
});

/**
 * How long a page is kept: nobody shows it without asking. `no-transform`, because Cloudflare would hide mail addresses
 * until a script shows them, which no page may run.
 */
export const pageCaching: HeaderFields = {
  'cache-control': 'public, max-age=0, must-revalidate, no-transform',
};
/** Of a page that is true for one answer alone. */
export const unstoredPage: HeaderFields = { 'cache-control': 'no-store, no-transform' };

/** Headers of every draft preview answer: search engines and caches must not keep drafts. */
export const previewHeaders: HeaderFields = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
};

/** Lets Contentful's editor, and nobody else, show a draft preview in a frame. */
export function openToEditor({ 'x-frame-options': _, ...headers }: HeaderFields): HeaderFields {
  const policy = headers['content-security-policy'];
  if (policy === undefined) return headers;
  const ancestors = `frame-ancestors ${editorOrigins.join(' ')}`;
  return {
    ...headers,
    'content-security-policy': policy.replace("frame-ancestors 'none'", ancestors),
  };
}

/** Pages use none of these, and no frame may. */
export const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((power) => `${power}=()`)
  .join(', ');

/** Headers of answers that do not come from a file: no browser renders them. */
export const createAnswerHeaders = (siteUrl: string): HeaderFields => ({
  ...createSecurityHeaders(siteUrl),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
});

/** For documents other than pages, such as SVG and feeds: they render, but run, load and send nothing. */
const inert =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** An SVG may also lead to another site. Not for all uploads: Chrome shows no PDF then (https://github.com/PrivateBin/PrivateBin/issues/610). */
const sandboxed: HeaderFields = { 'content-security-policy': `${inert}; sandbox` };
/** For files whose names change with the content. */
const kept: HeaderFields = { 'cache-control': 'public, max-age=31536000, immutable' };
/** For pictures that feed readers and link previews also load from other sites. */
const shared: HeaderFields = { ...kept, 'cross-origin-resource-policy': 'cross-origin' };

/** Headers of whole folders. `/media/` has uploads from editors, of any type. */
export const folderHeaders: Readonly<Record<string, HeaderFields>> = {
  '/_astro/': kept,
  '/media/': { ...shared, 'content-security-policy': inert },
  ...(shareImages && { '/share/': shared }),
};

export const isPage = ({ type }: Pick<FileKind, 'type'>) => type.startsWith('text/html');

/** Headers beside those of the folder. A document opened alone could run scripts; uploads are downloaded. */
export const getOwnHeaders = ({ address, type }: FileKind): HeaderFields => ({
  ...(/^image\/svg\+xml\b|[/+]xml\b/.test(type) && sandboxed),
  ...(address.startsWith('/media/') &&
    !type.startsWith('image/') && {
      'content-disposition': 'attachment',
      // What is taken back is gone, and Netlify may join this with the rule of the folder.
      'cache-control': 'no-cache',
    }),
});

/** Creates a function that chooses the headers of a file. Those of a page come with the page. */
export function createFileHeaders(siteUrl: string) {
  const ofAll = createSecurityHeaders(siteUrl);
  return (file: FileKind): HeaderFields => {
    const [folder = ''] = /^\/\w+\//.exec(file.address) ?? [];
    return { ...ofAll, ...folderHeaders[folder], ...getOwnHeaders(file) };
  };
}
