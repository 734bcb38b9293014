/**
 * What is remembered of the content service from pull to pull, beside the snapshot: enough to apply all
 * rules again without reading all entries again. It may be lost at any time; then all is read.
 */
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Findings } from './compose.ts';
import {
  parsePost,
  parseResource,
  type ParsedEntry,
  type ParsedPost,
  type ParsedResource,
} from './entries.ts';
import { hasKey } from '../../rules/unknown.ts';
import { getCreatedAt, getId, getRevision, getUpdatedAt, getFields } from '../contentful/wire.ts';
import type { ContentType } from '../contentful/contract.ts';
import { writeDurably } from '../../disk/write-file.ts';

const version = 1;
const stateFile = 'sync-state.json';

interface Common extends Findings {
  id: string;
  revision: number;
  updatedAt: string;
  /** What the service sorts by, where ids do not decide. */
  orderKey: string;
  /** What its image and its text link to, by id. */
  links: { entries: readonly string[]; assets: readonly string[] };
}

/** An entry without the long text of its `content`. */
export type SyncedEntry = Common &
  (
    | { contentType: 'blogPost'; parsed: ParsedEntry<ParsedPost> }
    | { contentType: 'resource'; parsed: ParsedEntry<ParsedResource> }
  );

export interface SyncState {
  /** Where the Sync API goes on; null: at the beginning. */
  token: string | null;
  /** Revisions of the assets by id: without a token those that are linked, else all. */
  assets: ReadonlyMap<string, number>;
  /** Each type in received order. */
  entries: readonly SyncedEntry[];
}

/** What a source belongs to: it is of no use with anything else. */
interface Owner {
  /** {@link import('../contentful/client.ts').ContentClient.account} */
  account: string;
  /** Digest of the index whose records it goes with. */
  index: string;
}

/** Ids of everything that a value links to, however deep. */
function findLinks(value: unknown): SyncedEntry['links'] {
  const entries = new Set<string>();
  const assets = new Set<string>();
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const id = getId(next);
    if (id === null) {
      for (const child of Object.values(next)) pending.push(child);
      continue;
    }
    const linkType = hasKey(next, 'sys') && hasKey(next.sys, 'linkType') && next.sys.linkType;
    if (linkType !== 'Asset') entries.add(id);
    if (linkType !== 'Entry') assets.add(id);
  }
  return { entries: [...entries], assets: [...assets] };
}

/** @param raw as the service gave it */
export function toSyncedEntry(contentType: ContentType, raw: unknown): SyncedEntry {
  const { content, ...fields } = getFields(raw);
  const { publishedDate } = fields;
  const light = { sys: hasKey(raw, 'sys') ? raw.sys : {}, fields };
  const common: Common = {
    id: getId(raw) ?? '',
    revision: getRevision(raw),
    updatedAt: getUpdatedAt(raw),
    orderKey: typeof publishedDate === 'string' ? publishedDate : '',
    links: findLinks([fields.featuredImage, content]),
    problems: [],
    lacksFiles: false,
  };
  return contentType === 'blogPost'
    ? { ...common, contentType, parsed: parsePost(light) }
    : { ...common, contentType, parsed: parseResource(light), orderKey: getCreatedAt(raw) };
}

/** Digest of what turns an entry into a record: other code makes other records of the same entry. */
async function digestCode(): Promise<string> {
  const root = join(import.meta.dirname, '..', '..', '..');
  const files: string[] = ['package-lock.json'];
  for await (const file of glob('src/{content,data,rules}/**/*.ts', { cwd: root }))
    files.push(file);
  const texts = await Promise.all(
    files.sort().map((file) => readFile(join(root, file)).catch(() => '')),
  );
  return texts
    .reduce((sum, text) => sum.update(text).update('\0'), createHash('sha256'))
    .digest('hex');
}

// Written by us, whole or not at all.
const isStored = (
  value: unknown,
): value is Owner & { version: number; code: string; token: SyncState['token'] } & {
  assets: [string, number][];
  entries: SyncState['entries'];
} => hasKey(value, 'version') && value.version === version;

/** The source that goes with an index, this account and this code; null when there is none. */
export async function readSyncState(
  directory: string,
  { account, index }: Owner,
): Promise<SyncState | null> {
  try {
    const data = await readFile(join(directory, stateFile));
    const stored: unknown = JSON.parse(data.toString());
    if (!isStored(stored) || stored.account !== account || stored.index !== index) return null;
    if (stored.code !== (await digestCode())) return null;
    return { token: stored.token, assets: new Map(stored.assets), entries: stored.entries };
  } catch {
    return null;
  }
}

export async function writeSyncState(
  directory: string,
  { account, index }: Owner,
  { token, assets, entries }: SyncState,
): Promise<void> {
  const code = await digestCode();
  const stored = { version, code, account, index, token, assets: [...assets], entries };
  await writeDurably(directory, stateFile, JSON.stringify(stored));
}
