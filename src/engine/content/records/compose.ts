/** Composes finished records from parsed entries: prepares images and files, renders rich text. */
import { BLOCKS } from '@contentful/rich-text-types';
import { lookup } from 'mrmime';
import * as v from 'valibot';
import {
  getLinkedTypes,
  itemPath,
  type Collection,
  type CollectionWithPages,
  type Mark,
  type Picture,
} from '../../declare/collections.ts';
import { isAssetAddress } from '../../account.ts';
import type { ContentClient } from '../contentful/client.ts';
import { getWireName, type WireItem } from '../contentful/wire.ts';
import { words } from '../../site.ts';
import { getBodyField, getNameField } from '../find-collection.ts';
import { isFileName } from '../files/file-name.ts';
import { isGone, parseAsset, type Asset, type MediaStore } from '../files/asset.ts';
import {
  getData,
  getTargetId,
  getText as getNodeText,
  parseRichText,
  shortenText,
  type Node,
  type RichText,
} from '../body/parse.ts';
import { renderBody, type EmbeddedAsset, type LinkTarget } from '../body/render.ts';
import {
  getTags,
  getText,
  recordSchema,
  type ContentRecord,
  type Item,
  formatSlug,
} from './records.ts';
import { createWarning, type Finding } from './report.ts';

export interface ComposeOptions {
  client: Pick<
    ContentClient,
    'assetProtocol' | 'host' | 'pictureOrigin' | 'showsDrafts' | 'fetchAsset'
  >;
  mediaStore: MediaStore;
  siteUrl: string;
  now: Date;
}

/** The type of a file, such as 'PDF', from its name or else from its content type. */
const formatType = ({ fileName, contentType }: Asset) =>
  (/\.(\w{1,5})$/.exec(fileName)?.[1] ?? contentType.split('/').at(-1) ?? '').toUpperCase();

/** Gives a record without a title a heading from its slug, if it has a page. */
function addTitle(record: ContentRecord, { pages }: Pick<Collection, 'pages'>): ContentRecord {
  if (record.title || !pages) return record;
  const title = formatSlug(record.slug);
  return { ...record, title, [pages.head.title]: getText(record, pages.head.title) || title };
}

/** Makes the marks of an entry, by its fields and by the roles that any type has. */
function markFields(collection: Collection, id: string) {
  const { fields, pages } = collection;
  const keys = Object.keys(fields);
  const name = getNameField(collection);
  const picture = keys.find((key) => fields[key]?.kind === 'picture') ?? pages?.gradient ?? name;
  const roles = [
    ['title', name],
    ['lead', pages?.lead ?? name],
    ['picture', picture],
  ];
  const markField = (key = ''): Mark => ({
    'data-contentful-entry-id': id,
    'data-contentful-field-id': getWireName(key, fields[key]),
  });
  return Object.fromEntries(
    [...roles, ...keys.map((key) => [key, key])].map(([role = '', key]) => [role, markField(key)]),
  );
}

/** What a link to an item shows. */
export function toTarget(record: ContentRecord, collection: CollectionWithPages): LinkTarget {
  const { slug, title } = addTitle(record, collection);
  const text = getText(record, collection.pages.lead) || (record.opening ?? '');
  const href = itemPath(collection, slug);
  const titleField = getWireName('title', collection.fields.title);
  return { href, title: shortenText(title), text: shortenText(text), titleField };
}

/**
 * Creates a function that composes a record from what was parsed of an entry, and from its body.
 * `isNew`: the entry or an asset of it changed. `lacksFiles`: files could not be fetched, and a later pull asks again.
 * @param getTarget the item behind a link, by its id; null when the site shows none
 * @param findType the name of the type of an entry that the site shows; null for others
 */
export function createComposer(
  {
    client: { assetProtocol, host, pictureOrigin, showsDrafts, fetchAsset },
    mediaStore,
    siteUrl,
    now,
  }: ComposeOptions,
  getAsset: (id: string) => Pick<WireItem, 'fields'> | undefined,
  getTarget: (id: string) => LinkTarget | null,
  findType: (id: string) => string | null,
) {
  const siteHost = new URL(siteUrl).host;
  return async (
    parsed: ContentRecord,
    collection: Collection,
    richText: RichText,
    isNew: boolean,
  ) => {
    const findings: Finding[] = [];
    let lacksFiles = false;
    const noteFinding = (field: string, message: string) =>
      void findings.push(createWarning(field, message));

    /**
     * @param alt what is said of a picture in its place
     * @returns null for an asset that is not there, 'gone' for one whose file nobody can have
     */
    const prepareAsset = async (
      field: string,
      id: string,
      alt: string,
      item = getAsset(id),
    ): Promise<EmbeddedAsset | null | 'gone'> => {
      const asset = item && parseAsset(item, assetProtocol);
      if (!asset) return null;
      const { url, width, height, title, description, caption, fileName, size } = asset;
      const { isPicture, files: copies, fault } = await mediaStore.prepare(asset, now, isNew);
      // Browsers refuse the pictures of any other host.
      const isElsewhere = isPicture && !copies && new URL(url).origin !== pictureOrigin;
      if (fault && copies)
        noteFinding(field, `asset ${id} is damaged (${fault}); what is left of it is shown`);
      else if (fault || isElsewhere) {
        lacksFiles = true;
        const isLeftOut = isGone(fault) || isElsewhere;
        const rest = isLeftOut ? 'is left out' : 'stays at its own address';
        const reason = fault || 'its host is not that of the pictures';
        noteFinding(field, `asset ${id} could not be fetched (${reason}); it ${rest}`);
        if (isLeftOut) return 'gone';
      }
      if (isPicture) {
        const shown = `its alt text is '${asset.alt}'`;
        const named = [title, description].find((text) => isFileName(text, fileName));
        if (!alt && named !== undefined)
          noteFinding(
            field,
            `asset ${id} is called '${shortenText(named, 60)}', the name of a file; ${shown}`,
          );
        else if (!alt && !title && !description)
          noteFinding(field, `asset ${id} has no title and no description; ${shown}`);
        const remote = { src: url, width, height, avif: '' };
        const picture = { ...(copies ?? remote), alt: asset.alt };
        // An SVG is a document, which may run scripts when a link opens it.
        const href = picture.src.endsWith('.svg') ? url : picture.src;
        return { kind: 'image', picture, caption, href, title: asset.alt };
      }
      const type = formatType(asset);
      const href = copies?.src ?? url;
      return { kind: 'file', href, title: title || fileName || words.download, type, size };
    };

    /** @param alt what the entry itself says of the picture */
    const preparePicture = async (
      field: string,
      id: string,
      alt: string,
    ): Promise<Picture | null> => {
      const found = await prepareAsset(field, id, alt);
      if (found === 'gone') return null;
      if (found?.kind === 'image') return { ...found.picture, alt: alt || found.picture.alt };
      noteFinding(
        field,
        found
          ? `asset ${id} is not a picture; none is shown`
          : `asset ${id} is not published or has no file; none is shown`,
      );
      return null;
    };

    /** A file by its address: as an asset, if the file is of the content service. */
    const findFile = (node: Node): Pick<WireItem, 'fields'> | undefined => {
      const { uri = '' } = getData(node);
      // Texts have addresses of any protocol, and of none.
      const found = [assetProtocol, 'https:']
        .map((protocol) => URL.parse(uri.replace(/^(?:https?:)?(?=\/\/)/i, protocol)))
        .find((one) =>
          isAssetAddress(one?.href ?? '', { host, insecure: assetProtocol === 'http:' }),
        );
      if (!found) return undefined;
      const { href, pathname } = found;
      const [url] = href.split(/[?#]/);
      const isPicture = node.nodeType === BLOCKS.EMBEDDED_ASSET;
      // A type of pictures: the bytes say which it is.
      const contentType = isPicture ? 'image/jpeg' : lookup(pathname);
      return { fields: { file: { url, contentType, fileName: pathname.split('/').at(-1) } } };
    };

    /**
     * Finds what is shown for a file in a text whose address has none any more: an import gives assets new
     * addresses, and texts keep the old ones. Other items stay as they are. null: nothing is shown.
     */
    const findReplacement = async (item: Pick<WireItem, 'fields'> | undefined, node: Node) => {
      const asset = item && getData(node).uri !== undefined && parseAsset(item, assetProtocol);
      if (!asset) return item;
      const { fault } = await mediaStore.prepare(asset, now, isNew);
      if (!isGone(fault)) return item;
      // …/space/asset/token/file
      const id = new URL(asset.url).pathname.split('/')[2] ?? '';
      return getAsset(id) ?? (await fetchAsset(id));
    };

    const record = addTitle({ ...parsed }, collection);
    for (const [key, { kind }] of Object.entries(collection.fields))
      if (kind === 'picture' && record[key] !== null) {
        const one = getText(record, key);
        const [id = '', alt = ''] = one ? [one] : getTags(record, key);
        record[key] = await preparePicture(key, id, alt);
      }

    for (const [key, field] of Object.entries(collection.fields)) {
      const { kind } = field;
      if (kind !== 'entry' && kind !== 'entries') continue;
      const types = getLinkedTypes(collection, field).map(({ name }) => name);
      const ids = kind === 'entry' ? [getText(record, key)].filter(Boolean) : getTags(record, key);
      for (const id of ids)
        if (!types.includes(findType(id) ?? ''))
          noteFinding(
            key,
            `links to entry ${id}, which is not shown or is of another type; it is left out`,
          );
    }

    const ofBody = getBodyField(collection);
    const embedded = new Map<string, EmbeddedAsset | null>();
    const gone = new Set<string>();
    for (const node of richText.assets) {
      const id = getTargetId(node);
      const item = await findReplacement(getAsset(id) ?? findFile(node), node);
      // What a link says stands in the text.
      const alt = getData(node).title ?? getNodeText(node);
      const prepared = item === null ? 'gone' : await prepareAsset(ofBody, id, alt, item);
      if (prepared === 'gone') gone.add(id);
      else embedded.set(id, prepared);
    }
    const { body, problems } = renderBody(richText, {
      siteHost,
      showsDrafts,
      getEntry: getTarget,
      getAsset: (id) => embedded.get(id) ?? null,
      gone,
    });
    for (const message of problems) noteFinding(ofBody, message);
    if (ofBody && !body.html)
      noteFinding(
        ofBody,
        problems.length === 0
          ? 'is empty; the page has no body'
          : 'has nothing that the site can show; the page has no body',
      );
    const marks = showsDrafts && { marks: markFields(collection, record.id) };
    const summary = { ...record, readingMinutes: body.readingMinutes, ...marks };
    return { summary, body, findings, lacksFiles };
  };
}

/** Composes the built-in items of a collection, which stand in for those that the service lacks. */
export const composeBuiltIn = ({ pages }: Collection): Item[] =>
  (pages?.builtIn ?? []).map(({ document, ...fields }) => ({
    record: v.parse(recordSchema, { ...fields, id: fields.slug, updatedAt: '' }),
    body: renderBody(parseRichText(document), {
      siteHost: '',
      getEntry: () => null,
      getAsset: () => null,
    }).body,
  }));
