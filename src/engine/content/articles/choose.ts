/** Decides which entries are shown: one for each address, and no post before its date. */
import { company } from '#data/company.ts';
import { formatTime, getDueTime } from './dates.ts';
import type { ParsedEntry } from './entries.ts';
import { leaveOut, warn, type Finding } from './report.ts';

export interface Choice {
  isShown: boolean;
  /** Epoch milliseconds at which a post with a future date appears by itself; null for other entries. */
  due: number | null;
  findings: readonly Finding[];
}

/** When an entry becomes due; null when it is. */
function getDue({ record }: Pick<ParsedEntry, 'record'>, now: Date): number | null {
  const date = record && 'publishedDate' in record ? record.publishedDate : '';
  const due = getDueTime(date, company.timeZone) ?? 0;
  return due > now.getTime() ? due : null;
}

/**
 * Chooses which entries of one type are shown. Of those with the same slug the first that is due has the
 * address; a post that waits for its date takes the slug of no other.
 * @param entries in received order, those that are live before all others
 * @param showsDrafts whether posts dated in the future are shown
 */
export function chooseShown<T extends Pick<ParsedEntry, 'id' | 'title' | 'record' | 'findings'>>(
  entries: readonly T[],
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
    const due = getDue(entry, now);
    const isShown = due === null || showsDrafts;
    const findings = [...entry.findings];
    if (due !== null && 'publishedDate' in record) {
      const when = `${formatTime(due, company.timeZone)} (${company.timeZone})`;
      const message = `is ${record.publishedDate}; the post appears by itself on ${when}`;
      const waiting = warn('publishedDate', message);
      findings.push(isShown ? waiting : { ...waiting, isLeftOut: true });
    }
    if (isShown) owners.set(slug, { name: name(entry), findings });
    return { ...entry, isShown, due, findings };
  });
}
