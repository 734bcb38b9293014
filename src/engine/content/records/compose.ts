/** Composes finished records from parsed entries: prepares images and files, renders rich text. */
import { itemPath, type Collection, type Picture } from '../../collections.ts';
import * as v from 'valibot';
import type { Item as WireItem } from '../contentful/wire.ts';
import { getBodyField } from '../find-collection.ts';
import { isPictureType, parseAsset, type Asset, type MediaStore } from '../files/asset.ts';
import { parseRichText, shorten } from '../rich-text/parse.ts';
import { renderBody, type EmbeddedAsset, type LinkTarget } from '../rich-text/render.ts';
import { getText, recordSchema, type ContentRecord, type Item } from './records.ts';
import { warn, type Finding } from './report.ts';
import { formatSlug } from './slug.ts';

interface Surroundings {
  /** The item behind a link, by its id; null when the site shows none. */
  getTarget: (id: string) => LinkTarget | null;
  getAsset: (id: string) => Pick<WireItem, 'fields'> | undefined;
  assetProtocol: 'https:' | 'http:';
  siteHost: string;
  files: MediaStore;
}

const largeImageBytes = 2_000_000;
/** The type of a file, such as 'PDF', from its name or else from its content type. */
const formatType = ({ fileName, contentType }: Asset) =>
  (/\.(\w{1,5})$/.exec(fileName)?.[1] ?? contentType.split('/').at(-1) ?? '').toUpperCase();

/** Gives a record without a title a heading from its slug. */
function addTitle(record: ContentRecord, { head }: Collection): ContentRecord {
  if (record.title) return record;
  const title = formatSlug(record.slug);
  return { ...record, title, [head.title]: getText(record, head.title) || title };
}

/** What a link to an item shows. */
export function toTarget(record: ContentRecord, collection: Collection): LinkTarget {
  const { slug, title } = addTitle(record, collection);
  const text = getText(record, collection.lead);
  return { href: itemPath(collection, slug), title: shorten(title), text: shorten(text) };
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
  return async (parsed: ContentRecord, collection: Collection, content: unknown) => {
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
      if ((size ?? 0) > largeImageBytes) note(field, `asset ${id} is an image over 2 MB`);
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

    const preparePicture = async (field: string, id: string): Promise<Picture | null> => {
      const found = await prepareAsset(field, id);
      if (found?.kind === 'image') return found.picture;
      note(field, `asset ${id} is not published or no image; none is shown`);
      return null;
    };

    const record = addTitle({ ...parsed }, collection);
    for (const [key, { kind }] of Object.entries(collection.fields))
      if (kind === 'picture' && record[key] !== null)
        record[key] = await preparePicture(key, getText(record, key));

    const ofBody = getBodyField(collection);
    const richText = parseRichText(content);
    const embedded = new Map<string, EmbeddedAsset | null>();
    for (const id of richText.assetIds) embedded.set(id, await prepareAsset(ofBody, id));
    const { body, problems } = renderBody(richText, {
      siteHost,
      getEntry: getTarget,
      getAsset: (id) => embedded.get(id) ?? null,
    });
    for (const message of problems) note(ofBody, message);
    if (ofBody && !body.html) note(ofBody, 'is empty; the page has no body');
    const summary = { ...record, readingMinutes: body.readingMinutes };
    return { summary, body, findings, lacksFiles };
  };
}

/** Composes the built-in items of a collection, which stand in for those that the service lacks. */
export const composeBuiltIn = ({ builtIn = [] }: Collection): Item[] =>
  builtIn.map(({ document, ...fields }) => ({
    record: v.parse(recordSchema, { ...fields, id: fields.slug, updatedAt: '' }),
    body: renderBody(parseRichText(document), {
      siteHost: '',
      getEntry: () => null,
      getAsset: () => null,
    }).body,
  }));
