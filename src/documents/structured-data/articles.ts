import * as v from 'valibot';
import type { Article, BlogPosting } from 'schema-dts';
import { itemPath, type CollectionWithPages, pictureSchema } from '#engine/declare/collections.ts';
import { getTags, getText, parseDay, type ContentRecord } from '#engine/content/read.ts';
import { company } from '#data/company.ts';
import { partnerPath, routes } from '#data/routes.ts';
import { team } from '#data/team.ts';
import { getShareImagePath, isRaster } from '../share-card.ts';
import { nodeIds, refer, type FirmNode, type PersonNode } from './site.ts';

/** The names of several authors, if a text has them: each has a first and a last one ('Ada Lovelace, PhD' is one). */
function splitAuthors(text: string): string[] {
  const names = text.split(/,? (?:&|and) |, /);
  return names.every((name) => /^[\p{Lu}\p{Lo}]\S* (?:\S+ ){0,2}[\p{Lu}\p{Lo}]\S*$/u.test(name))
    ? names
    : [text];
}

/** Describes an author. Any name other than the firm's counts as a person's. */
function describeAuthor(name: string): PersonNode | FirmNode {
  const url = routes.about;
  if (name === company.teamName || name === company.name || name === company.legalName)
    return { '@type': 'Organization', name, url };
  return team.some((partner) => partner.name === name)
    ? { '@type': 'Person', '@id': partnerPath(name), name, url }
    : { '@type': 'Person', name };
}

/** The schema.org type of an item, and the fields of its record that say who wrote it, of what, and when. */
interface ArticleFields<K> {
  type: 'Article' | 'BlogPosting';
  author?: K;
  section?: K;
  published?: K;
}

/** Describes an item that is an article. An empty field is left out. */
export function describeArticle<R extends ContentRecord>(
  { fields, pages }: CollectionWithPages,
  record: R,
  { type, author: ofAuthor, section: ofSection, published: ofDay }: ArticleFields<keyof R & string>,
): Article | BlogPosting {
  const path = itemPath({ pages }, record.slug);
  const picture = record[Object.keys(fields).find((key) => fields[key]?.kind === 'picture') ?? ''];
  const image = v.is(pictureSchema, picture) ? picture.src : undefined;
  const cover = {
    gradient: getText(record, pages.gradient) || undefined,
    scene: getText(record, pages.scene) || undefined,
    picture: image,
  };
  const author = getText(record, ofAuthor);
  const authors = splitAuthors(author).map(describeAuthor);
  const section = getText(record, ofSection);
  const published = parseDay(getText(record, ofDay));
  const { updatedAt } = record;
  const tags = getTags(record, pages.tags);
  return {
    '@type': type,
    '@id': `${path}#article`,
    headline: record.title,
    image: image && isRaster(image) ? image : getShareImagePath(path, record.title, cover),
    mainEntityOfPage: refer(path),
    publisher: refer(nodeIds.organization),
    ...(author && { author: authors.length > 1 ? authors : authors[0] }),
    ...(published && { datePublished: published }),
    // Editors may save an entry before its publishing day; such a save is not a later change.
    ...(updatedAt.slice(0, 10) >= (published ?? '0') && { dateModified: updatedAt }),
    ...(section && { articleSection: section }),
    ...(tags.length > 0 && { keywords: tags }),
  };
}
