/** Decides which entries are shown: one for each address, and none before its date. */
import { itemPath, type Collection } from '../../declare/collections.ts';
import { timeZone } from '../../site.ts';
import { formatTime, getDueTime } from './dates.ts';
import type { ParsedEntry } from './entries.ts';
import { getText } from './records.ts';
import { leaveOut, warn, type Finding } from './report.ts';

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

/**
 * Chooses which entries of one type are shown. An address stays with the entry that has it, or else had it last, or
 * else is received first; who finds it taken keeps the last address of its own. An entry that waits for its date takes
 * the slug of no other.
 * @param entries in received order, as the last choice left them
 * @param showsDrafts whether entries dated in the future are shown
 */
export function chooseShown<T extends Candidate>(
  entries: readonly T[],
  collection: Collection,
  now: Date,
  showsDrafts: boolean,
): (T & Choice)[] {
  const { pages, withheldUntil } = collection;
  const name = ({ id, title }: T) => `entry ${id} '${title.slice(0, 60)}'`;
  const getDue = ({ record }: T) => {
    const time = getDueTime(getText(record ?? {}, withheldUntil), timeZone);
    return time !== null && time > now.getTime() ? time : null;
  };

  /** The slug that each entry asks for. */
  const asked = new Map(entries.map((entry) => [entry, entry.record?.slug]));
  /** An entry that is shown at the slug keeps it, then one that was. */
  const rank = (entry: T) => {
    if (entry.address !== asked.get(entry)) return 2;
    return entry.isShown ? 0 : 1;
  };
  const owners = new Map<string, T>();
  const losers = new Set<T>();
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    owners.clear();
    losers.clear();
    for (const entry of entries.toSorted((one, other) => rank(one) - rank(other))) {
      const slug = asked.get(entry);
      if (slug === undefined) continue;
      if (owners.has(slug)) losers.add(entry);
      else if (getDue(entry) === null || showsDrafts) owners.set(slug, entry);
    }
    for (const entry of losers)
      if (entry.address !== null && entry.address !== asked.get(entry)) {
        asked.set(entry, entry.address);
        isSettled = false;
      }
  }

  const chosen = entries.map((entry) => {
    const slug = asked.get(entry);
    if (slug === undefined || losers.has(entry))
      return { ...entry, isShown: false, due: null, findings: slug ? [] : [...entry.findings] };
    const due = getDue(entry);
    const isShown = due === null || showsDrafts;
    const findings = [...entry.findings];
    if (due !== null && withheldUntil !== undefined) {
      const when = `${formatTime(due, timeZone)} (${timeZone})`;
      const written = getText(entry.record ?? {}, withheldUntil);
      const message = `is ${written}; the entry appears by itself on ${when}`;
      findings.push((isShown ? warn : leaveOut)(withheldUntil, message));
    }
    return { ...entry, isShown, due, address: isShown ? slug : entry.address, findings };
  });

  // Without pages an entry is named by its id, which no other has.
  if (!pages) return chosen;
  const choices = new Map(entries.map((entry, index) => [entry, chosen[index]]));
  for (const [entry, slug = ''] of asked) {
    const written = entry.record?.slug ?? '';
    const owner = owners.get(written);
    const isLeftOut = losers.has(entry);
    if (!owner || (slug === written && !isLeftOut)) continue;
    const kept = `keeps its address ${itemPath({ pages }, slug)}`;
    const until = `${isLeftOut ? 'is left out' : kept} until one of them has another slug`;
    const ofOther = `is '${written}', the address of ${name(owner)}, which keeps it; this entry ${until}`;
    const ofOwner = `is '${written}', and ${name(entry)} has it too; this entry keeps the address, that one ${until}`;
    choices.get(entry)?.findings.push((isLeftOut ? leaveOut : warn)('slug', ofOther));
    choices.get(owner)?.findings.push(warn('slug', ofOwner));
  }
  return chosen;
}
