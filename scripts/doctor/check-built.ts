/** What `npm run doctor` says of this firm's site once it is built: what the site still shows of the sample. */
import { dirname } from 'node:path';
import type { Config } from '#engine/config.ts';
import type { Finding } from '#engine/declare/declaration.ts';
import { shortenText } from '#engine/content/read.ts';
import { company, officeHours } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { kept } from '#data/kept.ts';
import { findSample, findUnknownKept, listStrings, readShown, type Leftover } from './sample.ts';

/** As many texts are listed one by one: more would not fit a screen. */
const fewTexts = 20;
/** As many files are listed one by one, where they are no work to do: more would not, either. */
const fewFiles = 12;

/** On a public site the firm must replace the sample, or keep it. */
export function describeSample(found: readonly Leftover[], isLocal: boolean): Finding[] {
  if (found.length === 0) return [];
  const describe = ({ text, place }: Leftover) => `'${shortenText(text, 60)}' (${place})`;
  const byFile = Map.groupBy(found, ({ file }) => file);
  const byFolder = Map.groupBy(found, ({ file }) => `${dirname(file)}/`);
  const places = isLocal && byFile.size > fewFiles ? byFolder : byFile;
  const details = Array.from(places, ([place, left]) => {
    const shown = left.slice(0, found.length > fewTexts ? 1 : fewTexts).map(describe);
    const count = left.length > shown.length ? ` ${left.length}, such as` : '';
    return `${place}:${count} ${shown.join(', ')}`;
  });
  const line = `Texts of the sample that are left: ${found.length}. Replace each, or name it in src/data/kept.ts:`;
  return [{ level: isLocal ? 'note' : 'wrong', line, details }];
}

/** Buyers ask how long an engagement takes and what they keep; only the firm can say so. */
function describeTerms(): Finding[] {
  const silent = engagements.filter(({ duration, keeps }) => !duration || !keeps);
  if (silent.length === 0) return [];
  const names = silent.map(({ home }) => home.title).join(', ');
  const line = `Visitors ask how long an engagement takes and what they keep. Add 'duration' and 'keeps' in src/data/engagements.ts: ${names}.`;
  return [{ level: 'note', line }];
}

/** @param isLocal whether `SITE_URL` is an address of this machine */
export async function checkBuilt(
  folder: string,
  { contact }: Pick<Config, 'contact'>,
  isLocal: boolean,
): Promise<Finding[]> {
  const { inbox, from: sender } = contact;
  const facts = listStrings({ company: { ...company, inbox, sender }, officeHours });
  return [
    ...describeTerms(),
    ...describeSample(findSample(await readShown(folder, facts), kept), isLocal),
    ...findUnknownKept(kept).map((name): Finding => {
      const line = `src/data/kept.ts names '${name}', which is no file and no text of the sample.`;
      return { level: 'wrong', line };
    }),
  ];
}
