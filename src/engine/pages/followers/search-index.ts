/** Makes the search index in parts of a thousand items, so that an edit makes one part anew. */
import { close, createIndex } from 'pagefind';
import {
  collections,
  listWords,
  renderSearched,
  searchedCodePages,
  searchPartPath,
  searchWordsPath,
  type Searched,
} from '../../site.ts';
import { itemPath, type Collection } from '../../collections.ts';
import { getTags, getText, nameQuery, type Item, type SnapshotRead } from '../../content/read.ts';
import { digest } from '../../disk/index.ts';
import type { PagesSite } from '../check.ts';
import type { Addition } from './additions.ts';

/** Interfaces and helpers of Pagefind that the search page does not use (islands/search-index.ts). */
const unusedFiles = /^pagefind-.*(?:ui|highlight|worker)\.|unknown\.pagefind$/;

const itemsOnTheWay = 32;

const refuseErrors = (errors: readonly string[]) => {
  if (errors.length > 0) throw new Error(`The search index: ${errors.join('; ')}`);
};

type OnFailure = (what: string, error: unknown) => void;

/** Makes the index of some items. One that Pagefind refuses is left out. */
async function makeIndex(items: readonly Searched[], locale: string, onFailure: OnFailure) {
  try {
    const { index, errors } = await createIndex({
      // The runtime takes the index of the language when there is none of the locale.
      forceLanguage: new Intl.Locale(locale).language,
      excludeSelectors: ['.visually-hidden'],
    });
    if (!index) throw new Error(`The search index: ${errors.join('; ')}`);
    // Pagefind indexes items one by one; a few requests in flight keep it busy.
    for (let start = 0; start < items.length; start += itemsOnTheWay) {
      const some = items.slice(start, start + itemsOnTheWay);
      await Promise.all(
        some.map(async ({ path, html }) => {
          const { errors } = await index.addHTMLFile({ url: path, content: html });
          if (errors.length > 0) onFailure(`Search of ${path}`, new Error(errors.join('; ')));
        }),
      );
    }
    const made = await index.getFiles();
    refuseErrors(made.errors);
    return made.files.filter(({ path }) => !unusedFiles.test(path));
  } finally {
    await close();
  }
}

function renderItem({ record, body }: Item, collection: Collection): Searched {
  const { kind, words = [] } = collection.search;
  return renderSearched({
    path: itemPath(collection, record.slug),
    title: record.title,
    type: typeof kind === 'string' ? kind : getText(record, kind.field),
    words: words.flatMap((field) => getText(record, field) || getTags(record, field)).join(', '),
    lead: getText(record, collection.lead),
    body: body.html,
  });
}

/** Lists the parts of the index of a snapshot. */
export async function listSearchParts(
  read: SnapshotRead,
  { renderer: { code } }: Pick<PagesSite, 'renderer'>,
  onFailure: OnFailure,
): Promise<Addition[]> {
  const { parts } = await read({ type: 'search-parts' });
  const locale = await read({ type: 'locale' });
  return Array.from({ length: parts }, (_, index) => {
    const part = index + 1;
    return {
      name: String(part),
      basis: digest(
        `${code} ${locale} ${read.getDigest(nameQuery({ type: 'search-part', part }))}`,
      ),
      make: async () => {
        const items = await read({ type: 'search-part', part });
        const searched = [
          ...(part === 1 ? searchedCodePages : []),
          ...collections.flatMap((one) =>
            (items[one.name] ?? []).map((item) => renderItem(item, one)),
          ),
        ];
        const files = await makeIndex(searched, locale, onFailure);
        const folder = searchPartPath(part).slice(1);
        return [
          ...files.map(({ path, content }) => [folder + path, Buffer.from(content)] as const),
          [searchWordsPath(part).slice(1), Buffer.from(listWords(searched).join('\n'))] as const,
        ];
      },
    };
  });
}
