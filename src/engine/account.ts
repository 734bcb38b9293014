/** The Contentful account that the site reads: its API, its hosts, and the folder of its content. */
import { join } from 'node:path';
import * as v from 'valibot';

/** What the site knows of the account. */
export const accountSchema = v.object({
  spaceId: v.string(),
  deliveryToken: v.string(),
  previewToken: v.nullable(v.string()),
  environment: v.string(),
  /** The locale that the site shows; null: the default one of the space. */
  locale: v.nullable(v.string()),
  /** Host name with `:port` if needed. */
  host: v.string(),
  previewHost: v.string(),
  /** Whether the site reads the Preview API, with its host and token, instead of the Delivery API. */
  showsDrafts: v.boolean(),
  /** Whether `host` is asked over plain HTTP. Asset addresses then get `http:`. */
  insecure: v.boolean(),
  /** Set for the embedded sample space. */
  isSample: v.optional(v.literal(true)),
});

export type ContentfulAccount = v.InferOutput<typeof accountSchema>;

/** Ids of the embedded sample space. */
export const sampleAccount = { spaceId: 'sample-space', environment: 'master' } as const;

interface Content {
  dataDirectory: string;
  /** null: the embedded sample space. */
  contentful: ContentfulAccount | null;
}

/** Lists what tells the content of one site from another's. */
const nameContent = ({ contentful }: Content): string[] => {
  const { spaceId, environment } = contentful ?? sampleAccount;
  return [spaceId, environment, ...(contentful?.showsDrafts ? ['drafts'] : [])];
};

/** Folder of the content snapshot. Each space has its own: a failed build never replaces one by another. */
export const getSnapshotDirectory = (config: Content): string =>
  join(config.dataDirectory, 'content', nameContent(config).join('.'));

/** Contentful's own editor. */
export const editorOrigins = ['https://app.contentful.com', 'https://app.eu.contentful.com'];

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
