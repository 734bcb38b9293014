import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, as parts of their paths. */
const longest = [
  'browser/every-page',
  'server/publish/',
  'browser/draft-preview',
  'browser/lighthouse',
  'browser/keyboard',
  'unit/content/fetch',
  'unit/content/client',
  'unit/scripts/content-account',
  'server/durability',
];

/**
 * Starts the longest files first, so that none runs alone in the end while the other workers have
 * nothing to do. Vitest knows them only after a run; before, it takes the largest, and these are short.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((part) => moduleId.includes(`/tests/${part}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
