import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { load, type CheerioAPI } from 'cheerio';
import { inject } from 'vitest';
import { listFiles as listFilesIn } from '#engine/disk/index.ts';
import { isRedirectPage } from './redirect-page.ts';

export interface BuiltPage {
  /** The path that visitors see: '/services', never 'services.html'. */
  path: string;
  html: string;
  $: CheerioAPI;
  /** Visible text of the body, with collapsed white space. */
  text: string;
}

export const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Whether a page waits for an item newer than the build: its script runs at once and adds the heading. */
export const isWaitingPage = (path: string) => /^\/live\/[^/]+$/.test(path);

/** Paths of all files of the built site, relative to its root. */
export const listFiles = async (): Promise<string[]> =>
  (await listFilesIn(inject('distDirectory'))).map(([name]) => `/${name}`);

export const readBuilt = (file: string) => readFile(join(inject('distDirectory'), file), 'utf8');

export function parsePage(path: string, html: string): BuiltPage {
  const $ = load(html);
  // The content of a template is not visible until a script inserts it.
  $('template').remove();
  return {
    path,
    html,
    $,
    get text() {
      const body = $('body').clone();
      body.find('script, style').remove();
      // Readers see a gap between block elements, so add a space there.
      body.find('*').each((_, element) => {
        if (!['a', 'b', 'i', 'em', 'strong', 'span', 'code'].includes(element.tagName))
          $(element).prepend(' ').append(' ');
      });
      return fold(body.text());
    },
  };
}

let pages: Promise<Map<string, BuiltPage>> | undefined;

/** Every page of the built site by its path, but those that redirect where a host has no rules, parsed once for all files that run in one worker. */
export const readPages = (): Promise<Map<string, BuiltPage>> => (pages ??= parsePages());

async function parsePages(): Promise<Map<string, BuiltPage>> {
  const files = (await listFiles()).filter((file) => file.endsWith('.html'));
  const pages = await Promise.all(
    files.map(async (file) =>
      parsePage(file.replace(/(\/index)?\.html$/, '') || '/', await readBuilt(file)),
    ),
  );
  return new Map(
    pages.filter(({ html }) => !isRedirectPage(html)).map((page) => [page.path, page]),
  );
}

/** Bytes of a file of the built site. */
export const weighFile = async (file: string): Promise<number> =>
  (await stat(join(inject('distDirectory'), file))).size;

const weights = new Map<string, number>();

/** Bytes of a text after Brotli. Each text is compressed once for all files that run in one worker. */
export function weigh(text: string): number {
  const bytes = weights.get(text) ?? brotliCompressSync(text).length;
  weights.set(text, bytes);
  return bytes;
}

/** Bytes after a quick compression, which are more than a server sends: the best takes 40 ms for a page. */
export const weighQuickly = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length;

/** The values of an attribute of all elements with a selector that have it. */
export const listAttributes = ({ $ }: BuiltPage, selector: string, name: string): string[] =>
  $(selector)
    .map((_, element) => $(element).attr(name))
    .get();

/** Paths of the base files of the typefaces, which a page preloads. */
export const listTypefaces = (page: BuiltPage): string[] =>
  listAttributes(page, 'link[rel=preload][as=font]', 'href');

/** @throws when the site lacks the page */
export function getPage(pages: Map<string, BuiltPage>, path: string): BuiltPage {
  const page = pages.get(path);
  if (!page) throw new Error(`The built site has no page ${path}.`);
  return page;
}
