import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { inject } from 'vitest';

export interface BuiltPage {
  /** Address path, as visitors see it: '/services', never 'services.html'. */
  path: string;
  html: string;
  $: CheerioAPI;
  /** Visible text of the body, white space folded. */
  text: string;
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Stands in for items the build does not have: it loads its script at once, and its heading with it. */
export const isLivePage = (path: string) => path.endsWith('/live');

/** Every file of the built site, as a path from its root. */
export async function listFiles(): Promise<string[]> {
  const root = inject('distDirectory');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
}

export const readBuilt = (file: string) => readFile(join(inject('distDirectory'), file), 'utf8');

/** Every page of the built site, read and parsed once. */
export async function readPages(): Promise<Map<string, BuiltPage>> {
  const files = (await listFiles()).filter((file) => file.endsWith('.html'));
  const pages = await Promise.all(
    files.map(async (file): Promise<BuiltPage> => {
      const html = await readBuilt(file);
      const $ = load(html);
      // What a template holds is no part of the page until a script puts it there.
      $('template').remove();
      const body = $('body').clone();
      body.find('script, style').remove();
      // Block elements stand apart for a reader, so they do here.
      body.find('*').each((_, element) => {
        if (!['a', 'b', 'i', 'em', 'strong', 'span', 'code'].includes(element.tagName))
          $(element).prepend(' ').append(' ');
      });
      const path = file.replace(/(\/index)?\.html$/, '') || '/';
      return { path, html, $, text: fold(body.text()) };
    }),
  );
  return new Map(pages.map((page) => [page.path, page]));
}

/** @throws when the site has no such page */
export function getPage(pages: Map<string, BuiltPage>, path: string): BuiltPage {
  const page = pages.get(path);
  if (!page) throw new Error(`The built site has no page ${path}.`);
  return page;
}
