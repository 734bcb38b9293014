/** Decides which entries are shown: one for each address, and none before its date. */
import type { Collection } from '../../collections.ts';
import { company } from '../../site.ts';
import { formatTime, getDueTime } from './dates.ts';
import type { ParsedEntry } from './entries.ts';
import { getText } from './records.ts';
import { leaveOut, warn, type Finding } from './report.ts';

export interface Choice {
  isShown: boolean;
  /** Epoch milliseconds at which an entry with a future date appears by itself; null for others. */
  due: number | null;
  findings: readonly Finding[];
}

/**
 * Chooses which entries of one type are shown. Of those with the same slug the first that is due has the
 * address; an entry that waits for its date takes the slug of no other.
 * @param entries in received order, those that are live before all others
 * @param showsDrafts whether entries dated in the future are shown
 */
export function chooseShown<T extends Pick<ParsedEntry, 'id' | 'title' | 'record' | 'findings'>>(
  entries: readonly T[],
  { date, withholdsFuture }: Collection,
  now: Date,
  showsDrafts: boolean,
): (T & Choice)[] {
  const name = ({ id, title }: Pick<ParsedEntry, 'id' | 'title'>) =>
    `entry ${id} '${title.slice(0, 60)}'`;
  const owners = new Map<string, { name: string; findings: Finding[] }>();
  return entries.map((entry) => {
    const { record } = entry;
    if (!record) return { ...entry, isShown: false, due: null };
    const { slug } = record;
    const owner = owners.get(slug);
    if (owner) {
      const ofOther = `is '${slug}', the address of ${owner.name}, which keeps it; this entry is left out until one of them has another slug`;
      const ofOwner = `is '${slug}', and ${name(entry)} has it too; this entry keeps the address, that one is left out until one of them has another slug`;
      owner.findings.push(warn('slug', ofOwner));
      return { ...entry, isShown: false, due: null, findings: [leaveOut('slug', ofOther)] };
    }
    const written = getText(record, date);
    const dueTime = withholdsFuture ? (getDueTime(written, company.timeZone) ?? 0) : 0;
    const due = dueTime > now.getTime() ? dueTime : null;
    const isShown = due === null || showsDrafts;
    const findings = [...entry.findings];
    if (due !== null && date !== undefined) {
      const when = `${formatTime(due, company.timeZone)} (${company.timeZone})`;
      const message = `is ${written}; the entry appears by itself on ${when}`;
      const waiting = warn(date, message);
      findings.push(isShown ? waiting : { ...waiting, isLeftOut: true });
    }
    if (isShown) owners.set(slug, { name: name(entry), findings });
    return { ...entry, isShown, due, findings };
  });
}
