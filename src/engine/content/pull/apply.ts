/** Decides which entries are shown, one for each address and none before its date, and composes the records of all that a change can affect. */
import pLimit from 'p-limit';
import { hasPages, itemPath, type Collection } from '../../declare/collections.ts';
import { timeZone } from '../../site.ts';
import { formatTime, getDueTime } from '../records/dates.ts';
import type { ParsedEntry } from '../records/kinds.ts';
import { getText } from '../records/records.ts';
import { createWarning, leaveOut, type Finding } from '../records/report.ts';
import { createComposer, toTarget, type ComposeOptions } from '../records/compose.ts';
import { getCollection } from '../find-collection.ts';
import type { LinkTarget } from '../body/render.ts';
import type { RecordWriter } from '../snapshot/database.ts';
import type { Received, StoredEntry } from './received.ts';

export interface Choice {
  isShown: boolean;
  /** The slug at which the entry is shown, or was shown last; null for one that never was. */
  address: string | null;
  /** Epoch milliseconds at which an entry with a future date appears by itself; null for others. */
  due: number | null;
  findings: readonly Finding[];
}

type Candidate = Pick<ParsedEntry, 'id' | 'title' | 'record' | 'findings'> &
  Pick<Choice, 'isShown' | 'address'>;

/** How much right an entry has to a slug: most if it is shown there, less if it was. */
const rankCandidate = ({ address, isShown }: Candidate, slug: string) =>
  address === slug ? 1 + Number(isShown) : 0;

/** Gives each slug to one entry. Who loses the slug that it asks for asks for its last address. */
function assignSlugs<T extends Candidate>(entries: readonly T[]): ReadonlyMap<string, T> {
  const owners = new Map<string, T>();
  const asking = entries.flatMap((entry) =>
    entry.record ? [{ entry, slug: entry.record.slug }] : [],
  );
  // Those that are added meanwhile have their turn, too.
  for (const { entry, slug } of asking) {
    const owner = owners.get(slug);
    const wins = !owner || rankCandidate(entry, slug) > rankCandidate(owner, slug);
    if (wins) owners.set(slug, entry);
    const loser = wins ? owner : entry;
    if (loser && loser.address !== null && loser.address !== slug)
      asking.push({ entry: loser, slug: loser.address });
  }
  return owners;
}

/**
 * Chooses which entries of one type are shown. An address stays with the entry that has it, or else had it last, or
 * else is received first; who finds it taken keeps the last address of its own. An entry that waits for its date takes
 * the slug of no other.
 * @param entries in received order, as the last choice left them
 * @param showsDrafts whether entries dated in the future are shown; nobody knows then what the live site shows
 */
export function chooseShown<T extends Candidate>(
  entries: readonly T[],
  { pages, withheldUntil }: Collection,
  now: Date,
  showsDrafts: boolean,
): (T & Choice)[] {
  const getDate = ({ record }: T) => getText(record ?? {}, withheldUntil);
  const getDue = (entry: T) => {
    const time = getDueTime(getDate(entry), timeZone);
    return time !== null && time > now.getTime() ? time : null;
  };
  const owners = assignSlugs(entries.filter((entry) => showsDrafts || getDue(entry) === null));

  type Made = T & Choice & { findings: Finding[] };
  const chosen = new Map<T, { slug: string | null; choice: Made }>();
  for (const entry of entries) {
    const { record, address } = entry;
    const wishes = record ? [record.slug, address ?? record.slug] : [];
    const slug = wishes.find((one) => (owners.get(one) ?? entry) === entry) ?? null;
    const due = slug === null ? null : getDue(entry);
    const isShown = slug !== null && (due === null || showsDrafts);
    const findings = record && slug === null ? [] : [...entry.findings];
    if (due !== null && withheldUntil !== undefined) {
      const when = `${formatTime(due, timeZone)} (${timeZone})`;
      const message = `is ${getDate(entry)}; the entry appears by itself on ${when}`;
      findings.push((isShown ? createWarning : leaveOut)(withheldUntil, message));
    }
    const choice = { ...entry, isShown, due, address: isShown ? slug : address, findings };
    chosen.set(entry, { slug, choice });
  }

  const nameEntry = ({ id, title }: T) => `entry ${id} '${title.slice(0, 60)}'`;
  for (const [entry, { slug, choice }] of chosen) {
    const written = entry.record?.slug ?? '';
    const owner = owners.get(written);
    if (!pages || !owner || slug === written) continue;
    const fate = slug === null ? 'is left out' : `keeps its address ${itemPath({ pages }, slug)}`;
    const until = `${fate} until one of them has another slug`;
    const inPreview = 'on the live site the one keeps it that was there first';
    const ofOther = showsDrafts
      ? `is '${written}', and ${nameEntry(owner)} has it too; this preview shows that one there, ${inPreview}`
      : `is '${written}', the address of ${nameEntry(owner)}, which keeps it; this entry ${until}`;
    const ofOwner = showsDrafts
      ? `is '${written}', and ${nameEntry(entry)} has it too; this preview shows this one there, ${inPreview}`
      : `is '${written}', and ${nameEntry(entry)} has it too; this entry keeps the address, that one ${until}`;
    choice.findings.push((slug === null ? leaveOut : createWarning)('slug', ofOther));
    chosen.get(owner)?.choice.findings.push(createWarning('slug', ofOwner));
  }
  return [...chosen.values()].map(({ choice }) => choice);
}

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
