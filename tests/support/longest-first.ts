import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, as parts of their paths. */
const longest = [
  'server/publish/',
  'unit/content/reading',
  'browser/accessibility',
  'browser/lighthouse',
  'browser/pages',
  'browser/keyboard',
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
