import type { CategorySlug } from './routes.ts';

interface Partner {
  initials: string;
  name: string;
  title: string;
  bio: string;
  /** Profiles elsewhere; null for a partner without one. */
  linkedin: string | null;
  social: { label: string; href: string } | null;
  /** A file in `public/`, 400 by 320 pixels or larger; null shows a drawing (components/Portrait.astro). */
  photo: string | null;
  /** The categories that this partner answers for; the first partner answers for the rest. */
  leads?: readonly CategorySlug[];
}

/** SAMPLE. These three people do not exist; their profiles are placeholders. */
export const team: readonly Partner[] = [
  {
    initials: 'ML',
    name: 'Marta Lindqvist',
    title: 'Managing Partner',
    bio: 'Ran a SaaS company to $15M ARR, and still asks to see the raw data before the slides.',
    linkedin: 'https://www.linkedin.com/in/marta-lindqvist-sample',
    social: { label: 'X', href: 'https://x.com/marta_sample' },
    photo: null,
  },
  {
    initials: 'DO',
    name: 'Daniel Osei',
    title: 'Marketing Lead',
    bio: 'Builds demand that compounds. Once took organic search to 61× ROAS, mostly by deleting pages and answering the questions buyers really asked.',
    linkedin: 'https://www.linkedin.com/in/daniel-osei-sample',
    social: { label: 'X', href: 'https://x.com/daniel_sample' },
    photo: null,
    leads: ['marketing'],
  },
  {
    initials: 'IB',
    name: 'Ilya Brandt',
    title: 'CTO & AI Lead',
    bio: 'Behind the hundreds of processes we have automated, and behind those we talked clients out of. Writes the test before the agent.',
    linkedin: 'https://www.linkedin.com/in/ilya-brandt-sample',
    social: { label: 'GitHub', href: 'https://github.com/ilya-brandt-sample' },
    photo: null,
    leads: ['ai'],
  },
];
