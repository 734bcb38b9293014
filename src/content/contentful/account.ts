/** The account at the content service that the site reads, and where its APIs answer. */

export interface ContentfulAccount {
  spaceId: string;
  deliveryToken: string;
  previewToken: string | null;
  environment: string;
  /** Host name with `:port` if needed. */
  host: string;
  /** Where the Preview API answers. */
  previewHost: string;
  /** Reads the Preview API in place of the Delivery API: host and token together. */
  showsDrafts: boolean;
  /** Plain http to `host`, and `http:` before protocol-relative asset addresses. */
  insecure: boolean;
}

/** Host and token of the API that the account reads: a token is valid for one API only. */
export const getContentAccess = (contentful: ContentfulAccount) =>
  contentful.showsDrafts
    ? {
        host: contentful.previewHost,
        token: contentful.previewToken ?? '',
        tokenName: 'CONTENTFUL_PREVIEW_TOKEN',
      }
    : {
        host: contentful.host,
        token: contentful.deliveryToken,
        tokenName: 'CONTENTFUL_DELIVERY_TOKEN',
      };

/**
 * Origin of the content service's pictures. Only a page with a live item, or with a picture that could
 * not be fetched, asks there.
 */
export function getPictureOrigin(contentful: ContentfulAccount | null): string | null {
  if (contentful === null) return null;
  const { host, insecure } = contentful;
  const ofContentful = /^[a-z]+\.(eu\.)?contentful\.com$/i.exec(host);
  if (!ofContentful) return `${insecure ? 'http' : 'https'}://${host}`;
  return `https://images.${ofContentful[1] ?? ''}ctfassets.net`;
}

/**
 * Where another API of the same account answers: on a host of its own at Contentful, below a path of the
 * same host at the embedded service.
 */
export function getSiblingApi(
  { host }: Pick<ContentfulAccount, 'host'>,
  api: 'preview' | 'management' | 'upload',
): { host: string; basePath: string } {
  const ofContentful = /^[a-z]+\.(eu\.)?contentful\.com$/i.exec(host);
  if (!ofContentful) return { host, basePath: api === 'preview' ? 'preview' : 'management' };
  const name = api === 'management' ? 'api' : api;
  return { host: `${name}.${ofContentful[1] ?? ''}contentful.com`, basePath: '' };
}

/** Where Contentful keeps the files of assets. */
const assetHost = /^(?:images|assets|downloads|videos)\.(?:eu\.)?ctfassets\.net$/;

/** Whether a file is one of the content service's own: at the configured host, or at Contentful's. */
export function isAssetAddress(
  address: string,
  { host, insecure }: Pick<ContentfulAccount, 'host' | 'insecure'>,
): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' && assetHost.test(url.host)) return true;
  const configured = URL.parse(`${insecure ? 'http' : 'https'}://${host}`);
  return url.origin === configured?.origin;
}
