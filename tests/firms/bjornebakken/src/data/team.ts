export const team = [
  {
    initials: 'SB',
    name: 'Sigrún Bjørnebakken',
    title: 'Managing Partner',
    bio: 'Ran the warehouse before she ran the company, and still asks where the box is.',
    linkedin: 'https://www.linkedin.com/in/sigrun-bjornebakken',
    social: { label: 'Mastodon', href: 'https://mastodon.social/@sigrun' },
    photo: '/partner.png',
  },
  {
    initials: 'ŁŽ',
    name: 'Łucja Žižková',
    title: 'CTO & AI Lead',
    bio: 'Taught machines to sort parcels. Now teaches people what to leave to machines.',
    linkedin: 'https://www.linkedin.com/in/lucja-zizkova',
    social: { label: 'GitHub', href: 'https://github.com/lucja-zizkova' },
    photo: '/partner.png',
  },
  {
    initials: 'MN',
    name: 'Mihai Negruțescu',
    title: 'Partner, Operations',
    bio: 'Joined last spring from a ferry line, where everything also had to leave on time.',
    linkedin: null,
    social: null,
    photo: null,
  },
] as const;
