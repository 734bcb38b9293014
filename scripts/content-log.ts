import type { PullResult } from '../src/content/pull.ts';

/** What a pull found, for people. */
export function logContent(
  { outcome, failure, posts, resources, problems }: PullResult,
  log: (line: string) => void,
): void {
  for (const { severity, entryId, field, message } of problems) {
    log(`${severity}: entry ${entryId}, ${field}: ${message}`);
  }
  if (failure !== null) log(`warning: ${failure}`);
  const meaning = {
    fresh: `${posts} posts, ${resources} resources`,
    stale: `the last good snapshot, ${posts} posts, ${resources} resources`,
    degraded: 'none; the pages say what could not be loaded',
  };
  log(`Content: ${meaning[outcome]}`);
}
