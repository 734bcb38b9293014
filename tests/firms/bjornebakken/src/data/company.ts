export const company = {
  name: 'Bjørnebakken & Featherstonhaugh',
  wordmark: 'Bjørnebakken & Featherston\u00adhaugh',
  legalName: 'Bjørnebakken & Featherstonhaugh Rådgivning AS',
  tagline: 'Slow decisions, quick work',
  trade: 'help on the floor',
  audience: 'software and trading companies in the Nordics',
  areaServed: 'the Nordics',
  description:
    'Bjørnebakken & Featherstonhaugh helps software and trading companies in the Nordics grow without growing tired.',
  teamName: 'Everyone at Bjørnebakken & Featherstonhaugh',
  timeZone: 'Europe/Oslo',
  numberLocale: 'de-AT',
  phones: [
    { label: 'Oslo', contactType: 'sales', display: '+47 21 98 76 54', href: 'tel:+4721987654' },
  ],
  profiles: { linkedin: 'https://www.linkedin.com/company/bjornebakken-featherstonhaugh-as' },
  address: ['Storgata 4B', '0155 Oslo', 'Norway'],
  inbox: 'post@bjornebakken.test',
  sender: 'nettsted@bjornebakken.test',
  privacyEmail: 'personvern@bjornebakken.test',
  careersEmail: 'jobb@bjornebakken.test',
  securityEmail: 'sikkerhet@bjornebakken.test',
} as const;

export const calendar = 'https://kalender.bjornebakken.test/';

export const officeHours = {
  days: 'Monday to Thursday',
  hours: '8:00 AM to 4:00 PM CET',
  reply: 'We answer before the next office day ends.',
} as const;
