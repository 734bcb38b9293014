import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goneEnding } from '../../disk/index.ts';

/** Pages that are open keep their pictures nearly for a day; within the day all are removed. */
const keptMs = 23 * 60 * 60 * 1000;

/**
 * Removes pictures and downloads that the content has not named for a day. An empty file beside each, which stays,
 * says since when: its address is gone, and not unknown.
 * @param directory `DATA_DIR/media`
 * @returns when the next one is to be removed, in epoch milliseconds; Infinity for none
 */
export function removeUnnamedMedia(
  directory: string,
  named: ReadonlySet<string>,
  now: number,
): number {
  const there = new Set(existsSync(directory) ? readdirSync(directory) : []);
  const remove = (name: string) => rmSync(join(directory, name), { force: true });
  const removed = new Set<string>();
  let next = Infinity;
  for (const name of there) {
    const [, base = '', ending] = /^(.*?)(?:\.(json|tmp|gone|damaged))?$/.exec(name) ?? [];
    const isNamed = named.has(base);
    if (ending === 'gone' && isNamed) remove(name);
    // What was damaged has a successor, or needs none.
    if (ending === 'damaged' && (there.has(base) || !isNamed)) remove(name);
    if (ending !== undefined || isNamed) continue;
    const mark = join(directory, base + goneEnding);
    if (!there.has(base + goneEnding)) writeFileSync(mark, '');
    const end = Math.min(statSync(mark).mtimeMs, now) + keptMs;
    if (end > now) next = Math.min(next, end);
    else {
      removed.add(name);
      remove(name);
    }
  }
  if (removed.size === 0) return next;
  // A record of what is not there would be taken for damage.
  for (const record of there) {
    if (!record.endsWith('.made.json')) continue;
    const files = readFileSync(join(directory, record), 'utf8').matchAll(/\/media\/([\w.-]+)/g);
    if ([...files].some(([, name = '']) => removed.has(name))) remove(record);
  }
  return next;
}
