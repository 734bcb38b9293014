/** Finds sample facts that the firm has not replaced yet. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as legal from '../../src/data/legal.ts';
import { company } from '../../src/data/company.ts';
import { team } from '../../src/data/team.ts';
import { clientLogos, testimonial } from '../../src/data/testimonials.ts';
import { isRecord } from '../../src/rules/unknown.ts';

/** Only sample values match: reserved domains and numbers, and names that belong to nobody. */
const sampleMark =
  /\.example\b|555-?01\d\d|[-_]sample\b|\bSample Street\b|\bLineward\b|^Client \w+$|^Renata Okafor-Lund$/;

const root = join(import.meta.dirname, '..', '..');

/** Claims and figures that only fit the sample firm: file, words from it, description. */
const sampleClaims = [
  ['src/data/proof-points.ts', 'ARR built at a previous company', 'the proof points'],
  ['src/data/engagements.ts', 'from $3,000', 'the prices'],
  ['src/sections/home/Hero.astro', '50+ B2B SaaS companies', 'the number of clients'],
  ['src/sections/about/Story.astro', 'One of them reached $15M ARR', 'the story'],
] as const;

/**
 * Digests of the icons that came with the site. Share images need none: they use the name, colours and
 * titles.
 */
const sampleIcons = {
  'public/favicon.svg': '803f26ba7123ee94',
  'public/apple-touch-icon.png': 'a4417937052a732c',
  'public/favicon.ico': 'ab98f0677263647d',
};

function findClaims(): [file: string, found: string[]][] {
  const claims = sampleClaims.map(([file, words, what]): [string, string[]] => {
    const path = join(root, file);
    return [file, existsSync(path) && readFileSync(path, 'utf8').includes(words) ? [what] : []];
  });
  const icons = Object.entries(sampleIcons).map(([file, digest]): [string, string[]] => {
    const path = join(root, file);
    const isSample =
      existsSync(path) &&
      createHash('sha256').update(readFileSync(path)).digest('hex').startsWith(digest);
    return [file, isSample ? ['the icon'] : []];
  });
  return [...claims, ...icons];
}

/** Paths of the texts in a value that match a sample, such as 'address.street'. */
function findMarked(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return sampleMark.test(value) ? [path.join('.')] : [];
  const parts = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => findMarked(part, [...path, key]));
}

/** Returns one line for each file with sample values; an empty list when the firm has replaced them all. */
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
  return [...Object.entries(files), ...findClaims()]
    .filter(([, found]) => found.length > 0)
    .map(([file, found]) => `${file} is still sample: ${found.join(', ')}`);
}
