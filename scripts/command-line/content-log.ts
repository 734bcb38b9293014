import { formatReport, type PullResult } from '../../src/engine/content/index.ts';

/** Prints the results of a pull. */
export function logContent(
  { outcome, failure, posts, resources, problems }: PullResult,
  log: (line: string) => void,
): void {
  const report = formatReport(problems);
  if (report !== '') log(report);
  if (failure !== null) log(`warning: ${failure}`);
  const meaning = {
    fresh: `${posts} posts, ${resources} resources`,
    stale: `the last good snapshot, ${posts} posts, ${resources} resources`,
    degraded: 'none; the pages say what could not be loaded',
  };
  log(`Content: ${meaning[outcome]}`);
}
