/** Composes finished records from parsed entries: prepares images and files, renders rich text. */
import { postPath, resourcePath } from '#data/routes.ts';
import type { Item } from '../contentful/wire.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { isPictureType, parseAsset, type Asset, type MediaStore } from '../files/asset.ts';
import { parseRichText, shorten } from '../rich-text/parse.ts';
import { renderBody, type EmbeddedAsset, type LinkTarget } from '../rich-text/render.ts';
import type { ParsedPost, Picture, PostSummary, Resource, ResourceSummary } from './records.ts';
import { warn, type Finding } from './report.ts';
import { formatSlug } from './slug.ts';

interface Surroundings {
  /** The post or resource behind a link, by its id; null when the site shows none. */
  getTarget: (id: string) => LinkTarget | null;
  getAsset: (id: string) => Pick<Item, 'fields'> | undefined;
  assetProtocol: 'https:' | 'http:';
  siteHost: string;
  files: MediaStore;
}

const largeImage = 2_000_000; // bytes
const wordsPerMinute = 220;
const getReadingMinutes = (text: string) =>
  Math.max(1, Math.round(text.split(' ').length / wordsPerMinute));

/** The type of a file, such as 'PDF', from its name or else from its content type. */
const formatType = ({ fileName, contentType }: Asset) =>
  (/\.(\w{1,5})$/.exec(fileName)?.[1] ?? contentType.split('/').at(-1) ?? '').toUpperCase();

/** Gives an entry without a title a heading from its slug. */
function addTitle<T extends { slug: string; title: string; seoTitle?: string }>(record: T): T {
  if (record.title) return record;
  const title = formatSlug(record.slug);
  return { ...record, title, ...(record.seoTitle === '' && { seoTitle: title }) };
}

/** What a link to a post or resource shows. */
export function toTarget(record: ParsedPost | ResourceSummary): LinkTarget {
  const { slug, title } = addTitle<{ slug: string; title: string }>(record);
  return 'excerpt' in record
    ? { href: postPath(slug), title: shorten(title), text: shorten(record.excerpt) }
    : { href: resourcePath(slug), title: shorten(title), text: shorten(record.subtitle) };
}

/**
 * Creates a function that composes the record of an entry from what was parsed of it and from its rich text
 * as the content service sends it. `lacksFiles`: files could not be fetched; until a pull fetches them, links
 * keep the content service's address.
 */
export function createComposer({
  getTarget,
  getAsset,
  assetProtocol,
  siteHost,
  files,
}: Surroundings) {
  return async (parsed: ParsedPost | ResourceSummary, content: unknown) => {
    const findings: Finding[] = [];
    let lacksFiles = false;
    const note = (field: string, message: string) => void findings.push(warn(field, message));
    const noteFile = (field: string, id: string) => (problem: string) => {
      lacksFiles = true;
      note(field, `asset ${id} ${problem}`);
    };

    const checkImage = (field: string, id: string, asset: Asset) => {
      const { alt, title, description, size } = asset;
      if (!title && !description)
        note(field, `asset ${id} has no title and no description; its alt text is '${alt}'`);
      if ((size ?? 0) > largeImage) note(field, `asset ${id} is an image over 2 MB`);
    };

    const prepareAsset = async (field: string, id: string): Promise<EmbeddedAsset | null> => {
      const item = getAsset(id);
      const asset = item && parseAsset(item, assetProtocol);
      if (!asset) return null;
      const { url, alt, width, height, title, description, fileName, size, contentType } = asset;
      const isPicture = isPictureType(contentType);
      if (isPicture) checkImage(field, id, asset);
      const copies = await files.prepare(asset, noteFile(field, id));
      if (isPicture) {
        const remote = { src: url, width, height, avif: '' };
        const picture = { ...(copies ?? remote), alt };
        // An SVG is a document, which may run scripts when a link opens it.
        const href = contentType === 'image/svg+xml' ? url : picture.src;
        return { kind: 'image', picture, caption: description, href, title: alt };
      }
      const type = formatType(asset);
      const href = copies?.src ?? url;
      return { kind: 'file', href, title: title || fileName || 'Download', type, size };
    };

    const prepareFeatured = async (id: string): Promise<Picture | null> => {
      const featured = await prepareAsset('featuredImage', id);
      if (featured?.kind === 'image') return featured.picture;
      note('featuredImage', `asset ${id} is not published or no image; none is shown`);
      return null;
    };

    const richText = parseRichText(content);
    const summarize = async (): Promise<PostSummary | ResourceSummary> => {
      if (!('imageId' in parsed)) return addTitle(parsed);
      const { imageId, ...post } = addTitle(parsed);
      const image = imageId === null ? null : await prepareFeatured(imageId);
      return { ...post, image, readingMinutes: getReadingMinutes(richText.text) };
    };
    const summary = await summarize();

    const embedded = new Map<string, EmbeddedAsset | null>();
    for (const id of richText.assetIds) embedded.set(id, await prepareAsset('content', id));
    const { body, problems } = renderBody(richText, {
      siteHost,
      getEntry: getTarget,
      getAsset: (id) => embedded.get(id) ?? null,
    });
    for (const message of problems) note('content', message);
    if (!body.html) note('content', 'is empty; the page has no body');
    return { summary, body, findings, lacksFiles };
  };
}

/** Composes the built-in resources, which stand in for those that the service lacks. */
export const composeBuiltIn = (): Resource[] =>
  builtInResources.map(({ document, ...resource }) => ({
    ...resource,
    id: resource.slug,
    updatedAt: '',
    body: renderBody(parseRichText(document), {
      siteHost: '',
      getEntry: () => null,
      getAsset: () => null,
    }).body,
  }));
