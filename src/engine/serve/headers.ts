/**
 * The headers of every kind of answer, the same on both hosts; page-policy.ts computes the policy of a
 * page. MDN's HTTP Observatory gives them 130 points.
 */
import { createPagePolicy, formatPolicy } from './page-policy.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Browser features that this site never uses. `web-share` and `clipboard-write` are absent: pages use both,
 * and browsers that lack one would warn of its name.
 */
const unusedPowers = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Headers of every answer. HSTS is sent only for https sites, because browsers remember the rule. */
export const createSecurityHeaders = (siteUrl: string): Headers => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(siteUrl.startsWith('https:') && {
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  }),
});

/** The `Permissions-Policy` of pages. */
export const permissionsPolicy = unusedPowers.map((power) => `${power}=()`).join(', ');

/** For answers that no browser renders: API results, redirects, refusals. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * For documents other than pages, such as SVG and feeds: they render, but run, load and send nothing.
 * Without `sandbox`, which breaks the PDF viewers of some browsers.
 */
export const inertPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of answers that do not come from a file. */
export const createAnswerHeaders = (siteUrl: string): Headers => ({
  ...createSecurityHeaders(siteUrl),
  'content-security-policy': closedPolicy,
});

/** Folders whose file names change with the content. */
export const hashedFolders = ['/_astro/', '/media/', '/share/'] as const;
export const hashedCache = 'public, max-age=31536000, immutable';

/** Folders with pictures that feed readers and link previews also load from other sites. */
export const sharedFolders = ['/media/', '/share/'] as const;
export const sharedPolicy = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** Folders with uploads from editors, of any type. */
export const inertFolders = ['/media/'] as const;
const inertTypes = /^image\/svg\+xml\b|[/+]xml\b/;

interface FileKind {
  /** Path on the site. */
  address: string;
  /** Media type. */
  type: string;
}

export const isIn = (address: string, folders: readonly string[]) =>
  folders.some((folder) => address.startsWith(folder));

/** Whether browsers download the file and never show it: any upload that is not a picture. */
export const isDownload = ({ address, type }: FileKind) =>
  isIn(address, inertFolders) && !type.startsWith('image/');

export const isPage = ({ type }: Pick<FileKind, 'type'>) => type.startsWith('text/html');

/** Whether a file other than a page needs the inert policy: opened alone, it could run scripts. */
export const isInert = ({ address, type }: FileKind) =>
  inertTypes.test(type) || isIn(address, inertFolders);

/**
 * Chooses the headers of a built file by its address and media type.
 * @param html text of a page; ignored for other files
 */
export type FileHeaders = (file: FileKind, html: string) => Headers;

export function createFileHeaders(siteUrl: string, pictureOrigin: string | null): FileHeaders {
  const shared = createSecurityHeaders(siteUrl);
  return (file, html) => {
    const { address } = file;
    if (isPage(file)) {
      return {
        ...shared,
        'permissions-policy': permissionsPolicy,
        'content-security-policy': formatPolicy(createPagePolicy({ address, html }, pictureOrigin)),
      };
    }
    return {
      ...shared,
      ...(isInert(file) && { 'content-security-policy': inertPolicy }),
      ...(isIn(address, sharedFolders) && sharedPolicy),
      ...(isDownload(file) && { 'content-disposition': 'attachment' }),
    };
  };
}
