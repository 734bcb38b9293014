import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Parts of the paths of the slowest files. */
const longest = [
  'browser/every-page',
  'firms.test',
  'server/publish/',
  'browser/draft-preview',
  'unit/content/pull-',
  'unit/content/client',
  'commands/',
  'server/durability',
];

/**
 * Starts the slowest files first, so that none of them runs alone at the end while other workers are idle.
 * Without durations of an earlier run Vitest starts the largest files, which are fast.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((part) => moduleId.includes(`/tests/${part}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
