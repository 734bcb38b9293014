/** Decides which entries are shown: one for each address, and none before its date. */
import { itemPath, type Collection } from '../../declare/collections.ts';
import { timeZone } from '../../site.ts';
import { formatTime, getDueTime } from './dates.ts';
import type { ParsedEntry } from './entries.ts';
import { getText } from './records.ts';
import { leaveOut, createWarning, type Finding } from './report.ts';

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
