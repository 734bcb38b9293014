/** The addresses of the APIs of the Contentful account that the site reads. */
import type { ContentfulAccount } from '../../config.ts';

/** Host and token of the API that the site reads. A token is valid for one API only. */
export const getContentAccess = (one: ContentfulAccount) =>
  one.showsDrafts
    ? { host: one.previewHost, token: one.previewToken ?? '', setting: 'CONTENTFUL_PREVIEW_TOKEN' }
    : { host: one.host, token: one.deliveryToken, setting: 'CONTENTFUL_DELIVERY_TOKEN' };

/** Part of the addresses of Contentful's region: '' or 'eu.'; null for another host than Contentful's. */
function getRegion(host: string): string | null {
  const ofContentful = /^[a-z]+\.(eu\.)?contentful\.com$/i.exec(host);
  return ofContentful ? (ofContentful[1] ?? '') : null;
}

/** Origin of the pictures of live items, and of those that the pull could not fetch. */
export function getPictureOrigin(contentful: ContentfulAccount | null): string | null {
  // The embedded service answers while a command runs, and nobody else can ask it.
  if (contentful === null || contentful.isSample) return null;
  const { host, insecure } = contentful;
  const region = getRegion(host);
  if (region !== null) return `https://images.${region}ctfassets.net`;
  return `${insecure ? 'http' : 'https'}://${host}`;
}

/** Address of the entries in Contentful's own app, by `ContentClient.account`; null for the embedded service. */
export function getEntriesAddress(account: string): string | null {
  const { host, pathname } = new URL(account);
  const region = getRegion(host);
  return region === null ? null : `https://app.${region}contentful.com${pathname}/entries`;
}

/** Old texts have addresses at contentful.com. */
const assetHost =
  /^(?:images|assets|downloads|videos)\.(?:(?:eu\.)?ctfassets\.net|contentful\.com)$/;

/** Whether an address is on the configured host, or on one of Contentful's hosts for assets. */
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
