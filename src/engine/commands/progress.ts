/** What long work says of its progress and its result. */
import { collections } from '../site.ts';
import { getCollection, halves, type Problem, type PullResult } from '../content/index.ts';
import { toLine } from '../base/log.ts';
import type { OnProgress } from '../processes/index.ts';

/** Time between two lines of a report. */
const reportEveryMs = 4000;

/** Runs long work. Says at once what begins, and every four seconds what is awaited, and how far it is. */
export async function reportWork<T>(
  what: string,
  log: (line: string) => void,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  let step = what;
  log(`${what} …`);
  const timer = setInterval(() => {
    log(`${step} … ${Math.round((performance.now() - start) / 1000)} s`);
  }, reportEveryMs);
  try {
    return await work((label, done, total) => {
      step = `${what}, ${label}: ${done} of ${total}`;
    });
  } finally {
    clearInterval(timer);
  }
}

/** Formats problems as text, in the words and order of the page, with one paragraph for each entry; '' without problems. */
export function formatReport(problems: readonly Problem[]): string {
  if (problems.length === 0) return '';
  const leftOut = problems.filter(({ isLeftOut }) => isLeftOut).length;
  const byEntry = Map.groupBy(problems, ({ collection, entryId, entryTitle }) => {
    const title = entryTitle ? ` '${toLine(entryTitle.slice(0, 60))}'` : '';
    return `${getCollection(collection).title}${title} (${entryId})`;
  });
  return [
    `Content report. ${halves.leftOut}: ${leftOut}. ${halves.lost}: ${problems.length - leftOut}.`,
    ...[...byEntry].flatMap(([entry, found]) => [
      entry,
      ...found.map(({ isLeftOut, field, message }) => {
        const half = isLeftOut ? halves.leftOut : halves.lost;
        return `  ${half}: ${field} ${toLine(message)}`;
      }),
    ]),
  ].join('\n');
}

/** Prints what is held back, left out or lost. */
export function logReport(
  { problems, held }: Pick<PullResult, 'problems' | 'held'>,
  log: (line: string) => void,
): void {
  if (held !== null) log(`warning: ${held}`);
  const report = formatReport(problems);
  if (report !== '') log(report);
}

/** Prints the results of a pull. */
export function logContent(
  { outcome, failure, counts }: Pick<PullResult, 'outcome' | 'failure' | 'counts'>,
  log: (line: string) => void,
): void {
  if (failure !== null) log(`warning: ${failure}`);
  const items = collections.map(({ name }) => `${counts[name] ?? 0} ${name}`).join(', ');
  const meaning = {
    fresh: items,
    stale: `the last good snapshot, ${items}`,
    degraded: 'none; the pages say what could not be loaded',
  };
  log(`Content: ${meaning[outcome]}`);
}
