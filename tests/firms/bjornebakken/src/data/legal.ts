import { privacyPromise } from './claims.ts';
import { company } from './company.ts';

const page = (title: string, intro: string, ...paragraphs: string[]) => ({
  title,
  description: `${title} of ${company.legalName}, in words that a visitor can read in a minute.`,
  intro,
  sections: [{ heading: 'In short', paragraphs }],
});

export const careers = page(
  'Careers',
  'We look for one colleague a year, and take our time.',
  `Write to ${company.careersEmail} about something that you made work again.`,
);
export const privacy = page(
  'Privacy',
  'We keep what you send us until the matter is closed.',
  `The form asks for your name, business email, company, phone number and challenge. ${privacyPromise} Write to ${company.privacyEmail} to have all of it removed.`,
);
export const terms = page(
  'Terms',
  'You may read, quote and print whatever is here.',
  `${[company.legalName, ...company.address].join(', ')}.`,
);
export const cookies = page('Cookies', 'There are none.', 'So there is nothing to accept.');
