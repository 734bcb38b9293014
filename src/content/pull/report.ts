/** The content report, for editors: what was left out and why, and what could be better. */
import type { ContentType } from '../contentful/contract.ts';

export interface Problem {
  /** An error: the entry or a part of it is left out. A warning: it is shown, and could be better. */
  severity: 'error' | 'warning';
  contentType: ContentType;
  entryId: string;
  /** Title of the entry, '' when it has none. */
  entryTitle: string;
  field: string;
  /** Goes on after the name of the field: 'is missing; …'. */
  message: string;
}

export type Report = (problem: Problem) => void;

/** `report.json` of the snapshot. */
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

/** The report as text, one paragraph for each entry; '' without problems. */
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
