/**
 * The headers of every kind of answer, the same on both hosts; the policy of a page is computed from
 * the page (page-policy.ts). Rated by the rules of MDN's HTTP Observatory, which tests hold.
 */

type Headers = Readonly<Record<string, string>>;

/**
 * Powers of a page that this site has no use for. Sharing and copying an address are not among them:
 * pages have these unless told otherwise, and where one is missing, its name would make a warning.
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

/** Headers of every answer. HSTS only where https is: browsers remember it. */
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

/** Of pages: what they may not ask the browser for. */
export const permissionsPolicy = unusedPowers.map((power) => `${power}=()`).join(', ');

/** Answers that no browser draws: of the API, redirects, refusals. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Documents that are no pages of ours, such as SVG and feeds: drawn, but nothing in them runs, loads
 * or is sent. Without `sandbox`, which breaks the PDF viewers of some browsers.
 */
export const inertPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What this server makes up itself, in place of a file. */
export const createAnswerHeaders = (siteUrl: string): Headers => ({
  ...createSecurityHeaders(siteUrl),
  'content-security-policy': closedPolicy,
});

/** Folders whose files change their name with their content. */
export const hashedFolders = ['/_astro/', '/media/', '/share/'] as const;
export const hashedCache = 'public, max-age=31536000, immutable';

/** Folders of pictures that other sites show, too: feed readers and previews of a shared page. */
export const sharedFolders = ['/media/', '/share/'] as const;
export const sharedPolicy = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** Folders with files from editors, of any type. */
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

/** Whether a file from editors is saved and not shown where it is opened: all but pictures. */
export const isDownload = ({ address, type }: FileKind) =>
  isIn(address, inertFolders) && !type.startsWith('image/');

export const isPage = ({ type }: Pick<FileKind, 'type'>) => type.startsWith('text/html');

/** Whether a file that is no page could run something where it is opened by itself. */
export const isInert = ({ address, type }: FileKind) =>
  inertTypes.test(type) || isIn(address, inertFolders);
