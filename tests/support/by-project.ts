import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects, those with the longest files first, so that no file runs alone at the end. */
const projects = ['firms', 'publish', 'site', 'unit', 'server'];

/** Runs the files of a project one after another: Vitest ends a worker before a file of another project. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
