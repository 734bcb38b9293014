/** The figures of a run: the rows of its table, and the promises that they keep. */
import type { PeerFigures } from './peers.ts';
import type { SiteFigures } from './site.ts';

export type Figures = { posts: number } & PeerFigures & SiteFigures;

type GetFigure = (figures: Figures) => number | null;

/** Seconds, unless the row says otherwise. */
export const rows: readonly (readonly [what: string, getFigure: GetFigure])[] = [
  ['Hugo, build', ({ hugo }) => hugo],
  ['plain Astro, build', ({ astro }) => astro],
  ['npm run build', ({ build }) => build],
  ['npm run build: memory, MB', ({ buildMemory }) => buildMemory],
  ['first pull', ({ pull }) => pull],
  ['first page after it', ({ firstPage }) => firstPage],
  ['memory until then, MB', ({ pullMemory }) => pullMemory],
  ['crowd: pages', ({ crowd }) => crowd.pages],
  ['crowd: 99 % within', ({ crowd }) => crowd.most99],
  ['crowd: the longest', ({ crowd }) => crowd.longest],
  ['crowd: wrong answers', ({ crowd }) => crowd.wrong],
  ['crowd: a lead', ({ crowd }) => crowd.lead],
  ['crowd: memory, MB', ({ crowdMemory }) => crowdMemory],
  ['crowd after a pull: 99 % within', ({ crowdAfterPull }) => crowdAfterPull.most99],
  ['crowd after a pull: wrong answers', ({ crowdAfterPull }) => crowdAfterPull.wrong],
  ['quiet round of all pages', ({ round }) => round],
  ['an edit live', ({ edit }) => edit],
  ['a new post live', ({ addition }) => addition],
];

/** A figure with its limit. */
interface Promised {
  what: string;
  is: number;
  most: number;
}

/** What holds at any size. */
const listGeneral = ({ posts, firstPage, crowd, crowdAfterPull }: Figures): Promised[] => [
  { what: `${posts} posts: seconds from the pull to the first page`, is: firstPage, most: 1 },
  { what: `${posts} posts: wrong answers to a crowd`, is: crowd.wrong, most: 0 },
  { what: `${posts} posts: the same after a pull`, is: crowdAfterPull.wrong, most: 0 },
  { what: `${posts} posts: seconds of a lead in a crowd`, is: crowd.lead, most: 1 },
  {
    what: `${posts} posts: seconds of 99 % of a crowd after a pull`,
    is: crowdAfterPull.most99,
    most: 0.3,
  },
];

const listAtThousand = ({ crowd, crowdMemory }: Figures): Promised[] => [
  {
    what: '1,000 posts: seconds of 99 % of a crowd, nothing remembered',
    is: crowd.most99,
    most: 0.3,
  },
  { what: '1,000 posts: MB of all processes in a crowd', is: crowdMemory, most: 450 },
];

function listAtTenThousand({ hugo, astro, ...own }: Figures): Promised[] {
  const memory = Math.max(own.pullMemory, own.crowdMemory);
  const general = [
    { what: '10,000 posts: MB of all processes', is: memory, most: 1000 },
    { what: "10,000 posts: npm run build, by plain Astro's", is: own.build / astro, most: 1 },
  ];
  if (hugo === null) return general;
  return [
    ...general,
    { what: "10,000 posts: an edit, by Hugo's build", is: own.edit / hugo, most: 0.02 },
    { what: "10,000 posts: a new post, by Hugo's build", is: own.addition / hugo, most: 0.03 },
    { what: "10,000 posts: the first pull, by Hugo's build", is: own.pull / hugo, most: 1.5 },
  ];
}

const listGrowth = (few: Figures, many: Figures): Promised[] => [
  { what: 'an edit, by that at 1,000 posts', is: many.edit / few.edit, most: 1.5 },
  { what: 'a new post, by that at 1,000 posts', is: many.addition / few.addition, most: 1.5 },
  { what: 'the first pull, by that at 1,000 posts', is: many.pull / few.pull, most: 12 },
];

/** Lists what is promised of the sizes that were measured (promises 10, 12 and 15). */
export function listPromises(measured: readonly Figures[]): Promised[] {
  const few = measured.find(({ posts }) => posts === 1000);
  const many = measured.find(({ posts }) => posts === 10_000);
  return [
    ...measured.flatMap(listGeneral),
    ...(few ? listAtThousand(few) : []),
    ...(many ? listAtTenThousand(many) : []),
    ...(few && many ? listGrowth(few, many) : []),
  ];
}
