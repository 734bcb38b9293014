/** Composes finished records from parsed entries: prepares images and files, renders rich text. */
import { postPath, resourcePath } from '../../../data/routes.ts';
import {
  addTitle,
  parseAsset,
  type Asset,
  type ParsedPost,
  type ParsedResource,
} from './entries.ts';
import { builtInCards, builtInResources } from '../fallback/index.ts';
import type {
  Body,
  Picture,
  Post,
  PostSummary,
  Resource,
  ResourceCard,
  ResourceSummary,
} from '../snapshot/records.ts';
import { isPictureType } from './media/remote.ts';
import type { Problem } from './report.ts';
import { parseRichText, type RichText } from './rich-text/parse.ts';
import { renderBody, type EmbeddedAsset } from './rich-text/render.ts';
import type { ContentType } from '../contentful/contract.ts';
import type { Item } from '../contentful/wire.ts';
import type { MediaStore } from './media/types.ts';

/** The findings of composing one entry. */
export interface Findings {
  problems: readonly Problem[];
  /**
   * Some files could not be fetched. Their links keep the content service's address until the next
   * composing.
   */
  lacksFiles: boolean;
}

export interface Composed<T> extends Findings {
  record: T;
}

interface Surroundings {
  /** The post or resource behind a link, by its id; null when the site shows none. */
  getTarget: (id: string) => LinkTarget | null;
  /** The text of an entry to compose, by its id. */
  getText: (id: string) => RichText;
  /** Assets by id. */
  assets: ReadonlyMap<string, Item>;
  assetProtocol: 'https:' | 'http:';
  media: MediaStore;
}

const largeImage = 2_000_000; // bytes
const fileNamePattern =
  /\.(avif|gif|jpe?g|png|svg|webp)$|^(dsc|image|img|photo|screenshot)?[-_ \d]+$/i;

const wordsPerMinute = 220;
const getReadingMinutes = (text: string) =>
  Math.max(1, Math.round(text.split(' ').length / wordsPerMinute));

/** The type of a file, such as 'PDF', from its name or else from its content type. */
const formatType = ({ fileName, contentType }: Asset) =>
  (/\.(\w{1,5})$/.exec(fileName)?.[1] ?? contentType.split('/').at(-1) ?? '').toUpperCase();

/** The parts of a link to a post or resource. */
export interface LinkTarget {
  path: string;
  title: string;
  text: string;
}

/** The possible targets of links, keyed by id. */
export function getTargets(
  posts: readonly Pick<PostSummary, 'id' | 'slug' | 'title' | 'excerpt'>[],
  resources: readonly Pick<ResourceSummary, 'id' | 'slug' | 'title' | 'subtitle'>[],
): ReadonlyMap<string, LinkTarget> {
  const targets = new Map<string, LinkTarget>();
  for (const { id, slug, title, excerpt } of posts)
    targets.set(id, { path: postPath(slug), title, text: excerpt });
  for (const { id, slug, title, subtitle } of resources)
    targets.set(id, { path: resourcePath(slug), title, text: subtitle });
  return targets;
}

export function createComposer({ getTarget, getText, assets, assetProtocol, media }: Surroundings) {
  /** Creates a collector for the problems of one entry. */
  const createEntry = (contentType: ContentType, entryId: string, entryTitle: string) => {
    const problems: Problem[] = [];
    const findings = { problems, lacksFiles: false };
    const warn = (field: string, message: string) =>
      problems.push({ severity: 'warning', contentType, entryId, entryTitle, field, message });

    const warnOfFile = (field: string, id: string) => (problem: string) => {
      findings.lacksFiles = true;
      warn(field, `asset ${id} ${problem}`);
    };

    const prepareImage = (field: string, id: string, asset: Asset): Promise<Picture> => {
      const { alt, title, description, size } = asset;
      if (!title && !description)
        warn(field, `asset ${id} has no title and no description; its alt text is '${alt}'`);
      else if (fileNamePattern.test(alt))
        warn(field, `asset ${id} has a file name for an alt text: '${alt.slice(0, 60)}'`);
      if ((size ?? 0) > largeImage) warn(field, `asset ${id} is an image over 2 MB`);
      return media.preparePicture(asset, alt, warnOfFile(field, id));
    };

    const prepareAsset = async (field: string, id: string): Promise<EmbeddedAsset | null> => {
      const item = assets.get(id);
      const asset = item && parseAsset(item, assetProtocol);
      if (!asset) return null;
      const { title, description, fileName, size, contentType: type } = asset;
      if (isPictureType(type)) {
        const picture = await prepareImage(field, id, asset);
        // An SVG is a document, which may run scripts when a link opens it.
        const href = type === 'image/svg+xml' ? asset.url : picture.src;
        return { kind: 'image', picture, caption: description, href };
      }
      const href = await media.prepareDownload(asset, warnOfFile(field, id));
      return {
        kind: 'file',
        href,
        title: title || fileName || 'Download',
        type: formatType(asset),
        size,
      };
    };

    return {
      findings,

      prepareFeatured: async (id: string): Promise<Picture | null> => {
        const featured = await prepareAsset('featuredImage', id);
        if (featured?.kind === 'image') return featured.picture;
        warn('featuredImage', `asset ${id} is not published or no image; none is shown`);
        return null;
      },

      render: async (richText: RichText): Promise<Body> => {
        const embedded = new Map<string, EmbeddedAsset | null>();
        for (const id of richText.assetIds) embedded.set(id, await prepareAsset('content', id));
        const { body, problems: found } = renderBody(richText, {
          getEntry: getTarget,
          getAsset: (id) => embedded.get(id) ?? null,
        });
        for (const message of found) warn('content', message);
        if (!body.html) warn('content', 'is empty; the page has no body');
        return body;
      },
    };
  };

  const composeSummary = async (parsed: ParsedPost) => {
    const { imageId, ...post } = addTitle(parsed);
    const richText = getText(post.id);
    const { findings, prepareFeatured, render } = createEntry('blogPost', post.id, post.title);
    const image = imageId === null ? null : await prepareFeatured(imageId);
    const summary = { ...post, image, readingMinutes: getReadingMinutes(richText.text) };
    return { summary, findings, renderText: () => render(richText) };
  };

  return {
    /** Composes a post for lists. */
    composePostSummary: async (post: ParsedPost): Promise<PostSummary> =>
      (await composeSummary(post)).summary,

    composePost: async (post: ParsedPost): Promise<Composed<Post>> => {
      const { summary, findings, renderText } = await composeSummary(post);
      const record = { ...summary, body: await renderText() };
      return { record, ...findings };
    },

    composeResource: async (parsed: ParsedResource): Promise<Composed<Resource>> => {
      const resource = addTitle(parsed);
      const { findings, render } = createEntry('resource', resource.id, resource.title);
      const record = { ...resource, body: await render(getText(resource.id)) };
      return { record, ...findings };
    },
  };
}

/** Composes the built-in resources and their cards (spec §3). */
export function composeBuiltIn(): { resources: Resource[]; cards: ResourceCard[] } {
  const resources = builtInResources.map(({ document, ...resource }) => ({
    ...resource,
    id: resource.slug,
    updatedAt: '',
    body: renderBody(parseRichText(document), { getEntry: () => null, getAsset: () => null }).body,
  }));
  const cards = builtInCards.map((card) => ({
    ...card,
    gradient: resources.find(({ slug }) => slug === card.slug)?.gradient ?? '',
  }));
  return { resources, cards };
}
