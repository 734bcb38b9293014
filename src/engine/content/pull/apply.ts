/** Applies the rules to all entries that a change can affect, and composes their records. */
import pLimit from 'p-limit';
import { hasPages } from '../../declare/collections.ts';
import { chooseShown, type Choice } from '../records/choose.ts';
import { createComposer, toTarget, type ComposeOptions } from '../records/compose.ts';
import { getCollection } from '../find-collection.ts';
import type { LinkTarget } from '../body/render.ts';
import type { RecordWriter } from '../snapshot/write.ts';
import type { Received, StoredEntry } from './received.ts';

/** Entries composed in parallel, so that work on one entry fills the wait for images of another. */
const composedAtOnce = 4;

/** The record of an entry that is shown, with its address; null for others. */
const getShown = (entry: StoredEntry | undefined): StoredEntry['record'] =>
  entry?.isShown && entry.record && entry.address !== null
    ? { ...entry.record, slug: entry.address }
    : null;

/** What other entries show of an entry that they link to; null for one without a page. */
function getTarget(entry: StoredEntry | undefined): LinkTarget | null {
  const record = getShown(entry);
  const collection = entry && getCollection(entry.collection);
  return record && collection && hasPages(collection) ? toTarget(record, collection) : null;
}
/** The type of an entry that is shown; null for others. */
const findType = (entry: StoredEntry | undefined) =>
  entry && getShown(entry) ? entry.collection : null;
const describeTarget = (entry: StoredEntry | undefined) =>
  JSON.stringify([getTarget(entry), findType(entry)]);

/** What is chosen for an entry that no address could show. */
const leftOut = { isShown: false, address: null, due: null };

/**
 * Chooses which entries are shown, after entries were saved or removed or became due.
 * @returns shown entries to compose by id, and those that are no longer shown as entries of their type
 */
export function applyRules(received: Received, now: Date, showsDrafts: boolean) {
  const { getEntry } = received;
  /** The entries that the rules look at, as they were before this pull, and as they are now. */
  const before = new Map(received.before);
  const current = new Map<string, StoredEntry>();
  const saveEntry = (entry: StoredEntry & Choice) => {
    received.saveChoice(entry);
    current.set(entry.id, entry);
  };

  /** Slugs and addresses, each with its collection: those of what changed, and of who shares one with these. */
  const claims = new Set<string>();
  const addClaims = ({ collection, slug, address }: StoredEntry) => {
    for (const one of [slug, address]) if (one !== null) claims.add(`${collection} ${one}`);
  };
  for (const id of [...before.keys(), ...received.listDue(now)]) {
    const entry = getEntry(id);
    for (const one of [before.get(id), entry]) if (one?.record) addClaims(one);
    if (entry?.record === null) saveEntry({ ...entry, ...leftOut });
  }

  const claiming = new Map<string, StoredEntry>();
  for (const claim of claims) {
    const [collection = '', slug = ''] = claim.split(' ');
    for (const entry of received.listBySlug(collection, slug)) {
      if (!before.has(entry.id)) before.set(entry.id, entry);
      claiming.set(entry.id, entry);
      addClaims(entry);
    }
  }
  const inOrder = [...claiming.values()].sort(
    (one, other) => other.time - one.time || (one.id < other.id ? -1 : 1),
  );
  for (const [name, entries] of Map.groupBy(inOrder, ({ collection }) => collection))
    chooseShown(entries, getCollection(name), now, showsDrafts).forEach(saveEntry);

  const affected = new Set(received.listLacking());
  const gone: StoredEntry[] = [];
  for (const [id, old] of before) {
    const entry = current.get(id);
    const hasMoved = !old?.isShown || old.address !== entry?.address;
    if (received.before.has(id) || hasMoved) affected.add(id);
    if (old?.isShown && !(entry?.isShown && entry.collection === old.collection)) gone.push(old);
    if (describeTarget(old) !== describeTarget(entry))
      for (const source of received.listLinkingTo(id)) affected.add(source);
  }
  const pending = new Map<string, StoredEntry>();
  for (const id of affected) {
    const entry = current.get(id) ?? getEntry(id);
    if (entry?.isShown) pending.set(id, entry);
  }
  for (const { id } of gone) received.saveFiles(id, [], false);
  return { pending, gone };
}

/** Puts the records of shown entries into the snapshot. `isEverything`: all were read, and not those alone that changed. */
export async function composeRecords(
  { onComposed, ...options }: ComposeOptions & { onComposed?: (total: number) => void },
  { getEntry, getBody, getAsset, saveFiles, before }: Received,
  entries: readonly StoredEntry[],
  writer: RecordWriter,
  isEverything: boolean,
): Promise<void> {
  /** What was found: thousands of links may lead to one long entry. */
  const targets = new Map<string, LinkTarget | null>();
  const findTarget = (id: string) => {
    if (!targets.has(id)) targets.set(id, getTarget(getEntry(id)));
    return targets.get(id) ?? null;
  };
  const composeRecord = createComposer(options, getAsset, findTarget, (id) =>
    findType(getEntry(id)),
  );
  const composeEntry = async (entry: StoredEntry): Promise<void> => {
    const record = getShown(entry);
    if (!record) return;
    const { id, collection, time, due } = entry;
    const { summary, body, findings, lacksFiles } = await composeRecord(
      due === null ? record : { draft: 'scheduled', ...record },
      getCollection(collection),
      getBody(id),
      before.has(id) && !isEverything,
    );
    saveFiles(id, findings, lacksFiles);
    writer.replace({ collection, id, record: { summary, body, time } });
    onComposed?.(entries.length);
  };
  const limit = pLimit(composedAtOnce);
  // After a failure nothing more must be written.
  await limit.map(entries, composeEntry).finally(() => limit.clearQueue());
}
