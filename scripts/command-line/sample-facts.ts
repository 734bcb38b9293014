/** What of the firm's own facts is still the sample that came with the site. */
import * as legal from '../../src/data/legal.ts';
import { company } from '../../src/data/company.ts';
import { team } from '../../src/data/team.ts';
import { clientLogos, testimonial } from '../../src/data/testimonials.ts';
import { isRecord } from '../../src/rules/unknown.ts';

/** Only sample values look like this: reserved domains and numbers, and names that nobody has. */
const sampleMark =
  /\.example\b|555-?01\d\d|[-_]sample\b|\bSample Street\b|\bLineward\b|^Client \w+$|^Renata Okafor-Lund$/;

/** Paths of the texts in a value that bear the mark: 'address.street'. */
function findMarked(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return sampleMark.test(value) ? [path.join('.')] : [];
  const parts = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => findMarked(part, [...path, key]));
}

/** One line for each file with sample values; none when the firm has replaced them all. */
export function findSampleFacts(): string[] {
  const files = {
    'src/data/company.ts': findMarked(company),
    'src/data/team.ts': team
      .filter((partner) => findMarked(partner).length > 0)
      .map(({ name }) => name),
    'src/data/testimonials.ts': findMarked({ testimonial, clientLogos }),
    'src/data/legal.ts': Object.values(legal)
      .filter(({ sample }) => sample !== null)
      .map(({ title }) => title),
  };
  return Object.entries(files)
    .filter(([, found]) => found.length > 0)
    .map(([file, found]) => `${file} is still sample: ${found.join(', ')}`);
}
