/**
 * Fills a record into elements that a built page's templates made of placeholder tokens
 * (rules/live-records.ts).
 */
import type { Picture, PostSummary, ResourceCard } from '../engine/content/read.ts';
import { drawCover, type Cover } from '../components/drawings/covers.ts';
import { formatDate, parseDay } from '../engine/content/read.ts';
import { getDirection } from '../engine/content/read.ts';
import { livePicture, liveSummary, liveCard } from '../rules/live-records.ts';
import { getTagSlug } from '../engine/content/read.ts';

/** Copies the content of a `<template data-live>`; null when the page has none of this name. */
export function getTemplate(name: string): DocumentFragment | null {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-live='${name}']`);
  if (!template) return null;
  // Unlike an import, a clone stays in the template's document, which loads no picture before it is filled.
  const content = template.content.cloneNode(true) as DocumentFragment;
  // The policy blocks the scripts of components in a template. They only animate.
  for (const script of content.querySelectorAll('script')) script.remove();
  return content;
}

/** Values by token. */
export type Values = ReadonlyMap<string, string>;

const escape = (token: string) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Encodes a value for an attribute: for a query, or unchanged. */
function encode(value: string, attribute: string, before: string): string {
  if (attribute === 'href' && before.includes('?'))
    return new URLSearchParams([['', value]]).toString().slice(1);
  return value;
}

/** Replaces all tokens in the texts and attributes of a node and its descendants. */
export function fill(root: Node, values: Values): void {
  const tokens = [...values.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(tokens.map(escape).join('|'), 'g');
  const fillNode = (node: Node) => {
    if (node instanceof Text) {
      node.data = node.data.replace(pattern, (token) => values.get(token) ?? '');
      if (getDirection(node.data))
        node.parentElement?.closest('h1, h3, p, li, span')?.setAttribute('dir', 'auto');
    } else if (node instanceof Element) {
      for (const { name, value } of [...node.attributes]) {
        const filled = value.replace(pattern, (token, at: number) =>
          encode(values.get(token) ?? '', name, value.slice(0, at)),
        );
        if (filled === value) continue;
        // A picture of unknown size has no size attributes.
        if (filled === '' && /^(?:width|height)$/.test(name)) node.removeAttribute(name);
        else node.setAttribute(name, filled);
      }
    }
  };
  const walker = document.createTreeWalker(root);
  for (let node: Node | null = root; node; node = walker.nextNode()) fillNode(node);
}

/**
 * Replaces an element by one filled copy for each set of values.
 * @returns the copies
 */
export function repeat(element: Element, each: readonly Values[]): Element[] {
  const copies = each.map((values) => {
    const copy = element.cloneNode(true) as Element;
    fill(copy, values);
    return copy;
  });
  element.replaceWith(...copies);
  return copies;
}

const listColorsAndPaths = ({ ground, shapes, line, end }: Cover) => [
  ...ground,
  ...[shapes, line, end].flatMap(({ color, path }) => [color, path]),
];

const getCoverValues = (slug: string, gradient?: string): [string, string][] => {
  const tokens = drawCover(liveSummary.slug, gradient && liveCard.gradient);
  const drawn = listColorsAndPaths(drawCover(slug, gradient));
  return listColorsAndPaths(tokens).map((token, index) => [token, drawn[index] ?? '']);
};

const getPictureValues = ({ src, alt, width, height }: Picture): [string, string][] => [
  [livePicture.src, src],
  [livePicture.alt, alt],
  [String(livePicture.width), String(width ?? '')],
  [String(livePicture.height), String(height ?? '')],
];

/**
 * Fills in a post, on its own page or in a list.
 * @param hasTagPages false: tags are no links, because a build without content has no page for them
 */
export function fillPost(
  root: DocumentFragment | Element,
  post: PostSummary,
  hasTagPages = true,
): void {
  const day = parseDay(post.publishedDate);
  const tagItem = root.querySelector('.tags li');
  if (tagItem && post.tags.length > 0) {
    const slugs = post.tags.map((tag) => (hasTagPages ? getTagSlug(tag) : null));
    const [tag] = liveSummary.tags;
    const values = post.tags.map(
      (label, index) =>
        new Map([
          [tag, label],
          [getTagSlug(tag) ?? tag, slugs[index] ?? ''],
        ]),
    );
    // A tag without a slug has no page.
    for (const [index, item] of repeat(tagItem, values).entries())
      if (slugs[index] === null) {
        const label = document.createElement('span');
        label.textContent = post.tags[index] ?? '';
        item.replaceChildren(label);
      }
  } else root.querySelector('.tags')?.remove();
  if (!day) root.querySelector('time')?.remove();
  if (!post.author) root.querySelector('.byline span')?.remove();
  fill(
    root,
    new Map([
      [liveSummary.slug, post.slug],
      [liveSummary.title, post.title],
      [liveSummary.author, post.author],
      [liveSummary.excerpt, post.excerpt],
      [liveSummary.publishedDate, day ?? ''],
      [formatDate(liveSummary.publishedDate), day ? formatDate(day) : ''],
      [String(liveSummary.readingMinutes), String(post.readingMinutes)],
      ...(post.image ? getPictureValues(post.image) : getCoverValues(post.slug)),
    ]),
  );
}

/** The values that a resource's page and card share. */
export const getResourceValues = ({
  slug,
  title,
  type,
  readTime,
  gradient,
}: Omit<ResourceCard, 'description'>): [string, string][] => [
  [liveCard.slug, slug],
  [liveCard.title, title],
  [liveCard.type, type],
  [liveCard.readTime, readTime],
  ...getCoverValues(slug, gradient),
];

/** Fills in an item of a list whose build had no content. */
export function fillCard(element: Element, item: PostSummary | ResourceCard): void {
  if ('excerpt' in item) fillPost(element, item, false);
  else
    fill(element, new Map([...getResourceValues(item), [liveCard.description, item.description]]));
}
