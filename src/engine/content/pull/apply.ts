/** Applies the rules to all entries that a change can affect, and finds the records to compose. */
import { chooseShown } from '../articles/choose.ts';
import { toTarget } from '../articles/compose.ts';
import type { ContentType } from '../contentful/wire.ts';
import type { Received, StoredEntry } from './received.ts';

/** What other entries show of an entry that they link to. */
const describe = (entry: StoredEntry | undefined) =>
  entry?.isShown && entry.record ? JSON.stringify(toTarget(entry.record)) : null;

/**
 * Chooses which entries are shown, after entries were saved or removed or became due.
 * @returns ids of shown entries to compose, of those no longer shown, and of those at another address
 */
export function applyRules(received: Received, now: Date, showsDrafts: boolean) {
  const { getEntry } = received;
  const before = new Map(received.before);
  const slugs = new Map<string, { type: ContentType; slug: string }>();
  const unusable: StoredEntry[] = [];
  for (const id of [...before.keys(), ...received.listDue(now)])
    for (const entry of [before.get(id), getEntry(id)])
      if (entry?.record) {
        const { contentType: type, record } = entry;
        slugs.set(`${type} ${record.slug}`, { type, slug: record.slug });
      } else if (entry) unusable.push(entry);

  for (const { type, slug } of slugs.values()) {
    const entries = received.listBySlug(type, slug);
    for (const entry of entries) if (!before.has(entry.id)) before.set(entry.id, entry);
    const isLive = ({ id }: StoredEntry) => {
      const old = before.get(id);
      return old?.isShown === true && old.slug === slug;
    };
    const byClaim = [...entries.filter(isLive), ...entries.filter((one) => !isLive(one))];
    for (const choice of chooseShown(byClaim, now, showsDrafts)) received.saveChoice(choice);
  }
  for (const { id, findings } of unusable)
    if (getEntry(id)?.record === null)
      received.saveChoice({ id, isShown: false, due: null, findings });

  const pending = new Set(received.listLacking());
  const gone: string[] = [];
  const moved: string[] = [];
  for (const [id, old] of before) {
    const current = getEntry(id);
    if (received.before.has(id) || !old?.isShown) pending.add(id);
    if (old?.isShown && !current?.isShown) gone.push(id);
    if (old?.isShown && current?.isShown && old.slug !== current.slug) moved.push(id);
    if (describe(old) !== describe(current))
      for (const source of received.listLinkingTo(id)) pending.add(source);
  }
  for (const id of pending) if (!getEntry(id)?.isShown) pending.delete(id);
  for (const id of gone) received.saveFiles(id, [], false);
  return { pending, gone, moved };
}
