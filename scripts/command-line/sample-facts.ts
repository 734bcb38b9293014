/** Finds sample facts that the firm has not replaced yet. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as claims from '../../src/data/claims.ts';
import { company } from '../../src/data/company.ts';
import { engagements } from '../../src/data/engagements.ts';
import * as legal from '../../src/data/legal.ts';
import { services } from '../../src/data/services/index.ts';
import { team } from '../../src/data/team.ts';
import { clientLogos, testimonial } from '../../src/data/testimonials.ts';
import { isRecord } from '../../src/engine/unknown.ts';

/** Match sample values only: reserved domains and numbers, names that belong to nobody, and claims. */
const sampleMarks = [
  /\.example\b|555-?01\d\d|[-_]sample\b|\bSample Street\b|\bLineward\b/,
  /^Client \w+$|^Renata Okafor-Lund$/,
  /50\+ B2B SaaS companies|\$15M ARR|^ARR built at a previous company$|61× ROAS/,
  /from \$3,000|Save 20\+ hours|by up to 80%/,
];

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

/** Paths of the texts in a value that match a sample, such as 'address.street'. */
function findMarked(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string')
    return sampleMarks.some((mark) => mark.test(value)) ? [path.join('.')] : [];
  const parts = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => findMarked(part, [...path, key]));
}

/** Part of the firm's facts: its place, and the names of the parts that are still sample. */
interface FirmPart {
  /** The facts that the firm fills in there. */
  what: string;
  file: string;
  findSample: () => string[];
}

/** The facts that the firm must fill in: `npm run doctor` checks them, and the README lists them. */
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
    what: 'careers, privacy, terms, cookies (each with `isSample`)',
    file: 'src/data/legal.ts',
    findSample: () =>
      Object.values(legal).flatMap(({ isSample, title }) => (isSample ? [title] : [])),
  },
  {
    what: 'number of clients, story, proof points',
    file: 'src/data/claims.ts',
    findSample: () => findMarked(claims),
  },
  {
    what: 'prices',
    file: 'src/data/engagements.ts',
    findSample: () => findMarked(engagements),
  },
  {
    what: 'services, and the figures that they promise',
    file: 'src/data/services/',
    findSample: () =>
      services.filter((service) => findMarked(service).length > 0).map(({ title }) => title),
  },
  {
    what: 'icons',
    file: 'public/',
    findSample: () =>
      Object.entries(sampleIcons).flatMap(([name, digest]) => {
        const file = join(root, 'public', name);
        if (!existsSync(file)) return [];
        const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
        return sum.startsWith(digest) ? [name] : [];
      }),
  },
];

/** Returns one line for each part with sample values; an empty list when the firm has replaced them all. */
export const findSampleFacts = (): string[] =>
  firmParts.flatMap(({ file, findSample }) => {
    const found = findSample();
    return found.length > 0 ? [`${file} is still sample: ${found.join(', ')}`] : [];
  });
