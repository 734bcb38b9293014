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

/**
 * Digests of the icons that came with the site. Share images need none: they use the name, colours and
 * titles.
 */
const sampleIcons = {
  'favicon.svg': '803f26ba7123ee94',
  'apple-touch-icon.png': 'a4417937052a732c',
  'favicon.ico': 'ab98f0677263647d',
};

const readProject = (file: string) => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path) : Buffer.of();
};

/** Paths of the texts in a value that match a sample, such as 'address.street'. */
function findMarked(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return sampleMark.test(value) ? [path.join('.')] : [];
  const parts = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => findMarked(part, [...path, key]));
}

/** Part of the firm's facts: its place, and the names of the parts that are still sample. */
interface FirmPart {
  /** What the firm fills in there. */
  what: string;
  file: string;
  findSample: () => string[];
}

/** Text that only fits the sample firm; `words` are from it. */
const claim = (what: string, file: string, words: string): FirmPart => ({
  what,
  file,
  findSample: () => (readProject(file).includes(words) ? [what] : []),
});

/** What the firm must fill in: `npm run doctor` checks it, and the README shows it. */
export const firmParts: readonly FirmPart[] = [
  {
    what: 'name, legal name, tagline, phones, profile, address, e-mail, time zone',
    file: 'src/data/company.ts',
    findSample: () => findMarked(company),
  },
  {
    what: 'partners, their profiles and photos',
    file: 'src/data/team.ts',
    findSample: () =>
      team.filter((partner) => findMarked(partner).length > 0).map(({ name }) => name),
  },
  {
    what: 'testimonial, client names',
    file: 'src/data/testimonials.ts',
    findSample: () => findMarked({ testimonial, clientLogos }),
  },
  {
    what: 'careers, privacy, terms, cookies (each with its mark of sample)',
    file: 'src/data/legal.ts',
    findSample: () =>
      Object.values(legal).flatMap(({ sample, title }) => (sample === null ? [] : [title])),
  },
  claim('prices', 'src/data/engagements.ts', 'from $3,000'),
  claim('proof points', 'src/data/proof-points.ts', 'ARR built at a previous company'),
  claim('number of clients', 'src/sections/home/Hero.astro', '50+ B2B SaaS companies'),
  claim('the story of the firm', 'src/sections/about/Story.astro', 'One of them reached $15M ARR'),
  {
    what: 'icons',
    file: 'public/',
    findSample: () =>
      Object.entries(sampleIcons).flatMap(([name, digest]) => {
        const sum = createHash('sha256').update(readProject(`public/${name}`));
        return sum.digest('hex').startsWith(digest) ? [name] : [];
      }),
  },
];

/** Returns one line for each part with sample values; an empty list when the firm has replaced them all. */
export const findSampleFacts = (): string[] =>
  firmParts.flatMap(({ file, findSample }) => {
    const found = findSample();
    return found.length > 0 ? [`${file} is still sample: ${found.join(', ')}`] : [];
  });
