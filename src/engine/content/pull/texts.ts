import * as v from 'valibot';
import { type Database, jsonColumn } from '../../disk/index.ts';
import { parseRichText, type RichText } from './rich-text/parse.ts';

const textRow = v.object({ text: jsonColumn<RichText>() });
const idRow = v.object({ id: v.string() });

/**
 * Keeps the texts of the entries that a pull read, in a temporary file of SQLite: the texts of ten
 * thousand posts take more than a gigabyte of memory.
 * @param database the snapshot's database; the texts are gone when it closes
 */
export function createTexts({ run, select, prepare }: Database) {
  run('CREATE TEMP TABLE text (id TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID');
  const get = select('SELECT text FROM temp.text WHERE id = ?', textRow);
  const has = select('SELECT id FROM temp.text WHERE id = ?', idRow);
  const set = prepare('INSERT OR REPLACE INTO temp.text VALUES (?, ?)');
  return {
    has: (id: string): boolean => has(id).length > 0,
    /** The text of an entry; an empty one for an entry that was not read. */
    get: (id: string): RichText => get(id)[0]?.text ?? parseRichText(null),
    set: (id: string, text: RichText): void => set(id, JSON.stringify(text)),
    listIds: (): string[] => select('SELECT id FROM temp.text', idRow)().map(({ id }) => id),
  };
}

export type Texts = ReturnType<typeof createTexts>;
