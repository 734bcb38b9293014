/** Records of entries: a pull writes them into the snapshot, pages read them. */
import * as v from 'valibot';
import { draftState, pictureSchema, type ItemOf } from '../../declare/collections.ts';

const text = v.string();
const marks = v.record(text, v.record(text, text));
const stored = v.union([
  text,
  v.number(),
  v.boolean(),
  v.nullable(pictureSchema),
  v.pipe(v.array(text), v.readonly()),
  marks,
]);
/** The record of an entry to which a field links, with the address of its page. */
export type LinkedRecord = Readonly<Record<string, unknown>>;
type Stored = v.InferOutput<typeof stored>;
/** A record is stored with the ids of the entries to which its fields link; pages get their records. */
const value: v.GenericSchema<unknown, Stored | LinkedRecord | readonly LinkedRecord[]> = stored;

/** What lists show of an entry; fields as its collection declares them. In a parsed entry a picture is an asset's id, or that and an alt text. */
export const recordSchema = v.objectWithRest(
  {
    id: text,
    slug: text,
    title: text,
    updatedAt: text,
    draft: v.exactOptional(draftState),
    noIndex: v.exactOptional(v.literal(true)),
    readingMinutes: v.exactOptional(v.number()),
    opening: v.exactOptional(text),
    marks: v.exactOptional(marks),
  },
  value,
);
export type ContentRecord = v.InferOutput<typeof recordSchema>;
export type Item = ItemOf<ContentRecord>;

/** The text in a field of a record; '' for a field of another kind. */
export function getText(record: Readonly<Record<string, unknown>>, field = ''): string {
  const found = record[field];
  return typeof found === 'string' ? found : '';
}

/** The tags in a field of a record; none for a field of another kind. */
export function getTags(record: Readonly<Record<string, unknown>>, field = ''): readonly string[] {
  const found = record[field];
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

/** The first page of a list or of a tag, or an archive page. */
export interface List {
  /** failed: the list could not be read (`degrade` only), and has no items. */
  status: 'loaded' | 'failed';
  /** Newest first. */
  items: readonly ContentRecord[];
  /** Of the whole list; an archive page counts its own items, so that a new item changes no other page. */
  total: number;
  /** The archive page of the newest item not shown here; null when there is none. */
  archive: number | null;
  /** Whether an archive page with newer items follows. */
  hasNewer: boolean;
  /** The tag in its oldest item's spelling, which new items do not change; '' without a tag. */
  label: string;
}

export const failedList: List = {
  status: 'failed',
  items: [],
  total: 0,
  archive: null,
  hasNewer: false,
  label: '',
};
