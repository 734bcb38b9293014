/** The content report tells editors which content is left out and why, and which could be better. */
import type { ContentType } from '../contentful/contract.ts';

export interface Problem {
  /**
   * error: the site leaves out the entry or a part. warning: the site shows the entry, which could be
   * better.
   */
  severity: 'error' | 'warning';
  contentType: ContentType;
  entryId: string;
  /** Title of the entry; '' without one. */
  entryTitle: string;
  field: string;
  /** Continues a sentence after the name of the field: 'is missing; …'. */
  message: string;
  /** Whether the site does not show the entry because of this problem. */
  isLeftOut?: true;
}

export type Report = (problem: Problem) => void;

/** The content of `report.json` in the snapshot's folder. */
export interface ContentReport {
  errors: number;
  warnings: number;
  /** Errors first, then in the order of the lists. */
  problems: readonly Problem[];
}

export function createReport(problems: readonly Problem[]): ContentReport {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return {
    errors: errors.length,
    warnings: warnings.length,
    problems: [...errors, ...warnings],
  };
}

const typeNames: Record<ContentType, string> = { blogPost: 'Blog post', resource: 'Resource' };

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Formats the report as text, with one paragraph for each entry; '' without problems. */
export function formatReport({ errors, warnings, problems }: ContentReport): string {
  if (problems.length === 0) return '';
  const byEntry = Map.groupBy(problems, ({ contentType, entryId, entryTitle }) => {
    const title = entryTitle ? ` '${entryTitle.slice(0, 60)}'` : '';
    return `${typeNames[contentType]}${title} (${entryId})`;
  });
  return [
    `Content report: ${count(errors, 'error')}, ${count(warnings, 'warning')}`,
    ...[...byEntry].flatMap(([entry, found]) => [
      entry,
      ...found.map(({ severity, field, message }) => `  ${severity}: ${field} ${message}`),
    ]),
  ].join('\n');
}
