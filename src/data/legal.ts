import { privacyPromise } from './claims.ts';
import { company } from './company.ts';

/** SAMPLE. The description of the site is accurate; the firm and its lawyer must write the rest. */
export interface LegalText {
  title: string;
  description: string;
  intro: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

/** No line ends inside the name of a street or a town. */
const address = company.address.map((line) => line.replaceAll(/(?<!,) /g, '\u00a0'));
const publisher = [company.legalName, ...address].join(', ');

export const careers: LegalText = {
  title: 'Careers',
  description: `Working at ${company.name}: how we hire, and how to write to us when no position is open.`,
  intro: 'We are a small remote-first team and we hire rarely, carefully and for the long run.',
  sections: [
    {
      heading: 'Open positions',
      paragraphs: ['There are no open positions at the moment.'],
    },
    {
      heading: 'Who fits here',
      paragraphs: [
        'People who have run something themselves: a pipeline, a warehouse, a product, a support desk. We care about how you found a problem and what you did when the first fix failed.',
        'We work in writing, meet when it helps, and measure ourselves on what changes for the client.',
      ],
    },
    {
      heading: 'Write to us anyway',
      paragraphs: [
        `Send a few lines about something you made better to ${company.careersEmail}. A person reads every message.`,
      ],
    },
  ],
};

export const privacy: LegalText = {
  title: 'Privacy',
  description: 'What this website keeps about you, why, for how long, and how to have it removed.',
  intro: 'You can read this whole site without telling us anything about yourself.',
  sections: [
    {
      heading: 'When you only read',
      paragraphs: [
        'The site sets no cookies and runs no analytics. Pages, fonts, scripts and pictures come from our own address.',
        'There is one exception. The picture of an article published minutes ago, or one we could not copy, may come straight from Contentful, where we write our articles. Contentful then sees your network address.',
        'Our hosting provider processes your network address to deliver the pages and to keep the service safe.',
      ],
    },
    {
      heading: 'When you write to us',
      paragraphs: [
        `The contact form asks for your name, business email, company, an optional phone number and the challenge you want to solve. ${privacyPromise}`,
        'Your request is stored where this site is hosted, with the address of the page that you sent it from, and it is sent to our inbox by email. We keep it until we delete it, and we delete it when you ask.',
        'To stop floods of messages, our server keeps the network addresses of recent senders in its memory. They are not stored with your request.',
      ],
    },
    {
      heading: 'When you share or save',
      paragraphs: [
        'The share links lead to other companies’ websites, and their rules apply there. They learn nothing from us before you follow one. The Save buttons store nothing.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        `You may ask what we hold about you, have it corrected or have it deleted. Write to ${company.privacyEmail}.`,
        `Responsible for this site: ${publisher}.`,
      ],
    },
  ],
};

export const terms: LegalText = {
  title: 'Terms',
  description: `The terms under which ${company.name} offers this website and what is published on it.`,
  intro: 'Plain rules for using this website.',
  sections: [
    {
      heading: 'What the content is',
      paragraphs: [
        'Articles and resources share our experience. They are general, and no substitute for legal, tax or investment advice. Your situation may differ.',
        'Results described here were reached by particular companies under particular conditions. They are not a promise.',
      ],
    },
    {
      heading: 'Prices',
      paragraphs: [
        'Prices on this site are starting points. What counts is the agreement that you and we sign.',
      ],
    },
    {
      heading: 'Using our work',
      paragraphs: [
        'You may quote and link to anything here, and use our templates inside your own company. Please ask before you republish a whole article or sell a template.',
      ],
    },
    {
      heading: 'Who offers this site',
      paragraphs: [`${publisher}.`],
    },
  ],
};

export const cookies: LegalText = {
  title: 'Cookies',
  description: 'This website sets no cookies. Here is what that means, and what would change it.',
  intro: 'This website sets no cookies.',
  sections: [
    {
      heading: 'What that means',
      paragraphs: [
        'No cookies, no local storage, no fingerprints and no third-party scripts. That is why you were not asked to accept anything.',
      ],
    },
    {
      heading: 'If that ever changes',
      paragraphs: [
        'Should we add something that needs your consent, we will ask before it runs, and this page will say what it is, what it stores and for how long.',
      ],
    },
  ],
};
