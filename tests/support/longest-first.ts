import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Parts of the paths of the slowest files of a project. */
const longest = [
  'browser/every-page',
  'browser/live',
  'commands/',
  'unit/content/pull-',
  'server/durability',
];

/** The projects, those with the longest files first. */
const projects = ['firms', 'publish', 'site', 'unit', 'server'];

/**
 * Starts the slowest files first, so that none of them runs alone at the end while other workers are idle. The files
 * of a project follow one another: Vitest keeps a worker only while the next file is of the same project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      projects.indexOf(project.name) * 2 +
      (longest.some((part) => moduleId.includes(`/tests/${part}`)) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
