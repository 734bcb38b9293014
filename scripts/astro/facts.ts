/** Checks the firm's facts in src/data before every build, for everything that types cannot express. */
import * as v from 'valibot';
import { company } from '../../src/data/company.ts';
import { engagements } from '../../src/data/engagements.ts';
import { categories } from '../../src/data/services/index.ts';
import { team } from '../../src/data/team.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'));
const email = v.pipe(v.string(), v.email('is no e-mail address'));
const link = v.pipe(v.string(), v.regex(/^https:\/\/\S+$/, 'is no https address'));

/** Text that also appears where nothing breaks lines: titles, mails, structured data. */
const plainText = v.pipe(
  text,
  v.check((value) => !value.includes('\u00ad'), 'has a soft hyphen; write it in wordmark only'),
);

const companyFacts = v.object({
  name: v.pipe(plainText, v.maxLength(60, 'is longer than 60 letters')),
  wordmark: text,
  legalName: text,
  tagline: text,
  description: text,
  teamName: text,
  timeZone: v.pipe(
    text,
    v.check((zone) => {
      try {
        return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
      } catch {
        return false;
      }
    }, 'is no time zone such as Europe/Oslo'),
  ),
  phones: v.array(
    v.object({
      label: text,
      display: text,
      href: v.pipe(v.string(), v.regex(/^tel:\+?\d+$/, 'is not tel: and digits')),
    }),
  ),
  profiles: v.object({ linkedin: link }),
  inbox: email,
  sender: email,
  privacyEmail: email,
  careersEmail: email,
  securityEmail: email,
});

const companySchema = v.pipe(
  companyFacts,
  v.forward(
    v.check(
      ({ name, wordmark }) => wordmark.replaceAll('\u00ad', '') === name,
      'is not the name, but for soft hyphens',
    ),
    ['wordmark'],
  ),
);

const teamSchema = v.array(
  v.object({
    initials: text,
    name: text,
    title: text,
    bio: text,
    linkedin: v.nullable(link),
    social: v.nullable(v.object({ label: text, href: link })),
    photo: v.nullable(v.pipe(v.string(), v.startsWith('/', 'is no path of a file in public/'))),
  }),
);

const wording = v.object({ price: text, cta: text, description: text });
/** Whether a text such as 'from $3,000' has an amount such as 3000. */
const namesAmount = (text: string, amount: number) =>
  (text.match(/\d[\d.,’' ]*/g) ?? []).some(
    (figure) => Number(figure.replace(/\D/g, '')) === amount,
  );

const engagementsSchema = v.array(
  v.pipe(
    v.object({
      home: wording,
      table: wording,
      priceFrom: v.nullable(
        v.object({
          amount: v.pipe(v.number('is no number'), v.minValue(1, 'is less than 1')),
          currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'is no currency code such as USD')),
        }),
      ),
    }),
    v.forward(
      v.check(
        ({ home, table, priceFrom }) =>
          !priceFrom || [home, table].every(({ price }) => namesAmount(price, priceFrom.amount)),
        'is not in home.price and in table.price',
      ),
      ['priceFrom'],
    ),
  ),
);

const servicesSchema = v.array(
  v.object({
    services: v.pipe(
      v.array(
        v.object({
          slug: v.pipe(
            v.string(),
            v.regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'has other signs than a to z, digits and hyphens'),
          ),
          title: text,
          subtitle: text,
          description: text,
        }),
      ),
      v.checkItems(
        ({ slug }, index, all) => all.findIndex((other) => other.slug === slug) === index,
        'has the slug of another service',
      ),
    ),
  }),
);

/** @throws a sentence that names the file and field of the first invalid value */
export function checkFacts(facts: Record<string, readonly [v.GenericSchema, unknown]>): void {
  for (const [file, [schema, value]] of Object.entries(facts)) {
    const [issue] = v.safeParse(schema, value).issues ?? [];
    if (!issue) continue;
    const fault = issue.received === 'undefined' ? 'is missing' : issue.message;
    throw new Error(`src/data/${file}: ${v.getDotPath(issue) ?? 'the file'} ${fault}.`);
  }
}

export const firmFacts = {
  'company.ts': [companySchema, company],
  'team.ts': [teamSchema, team],
  'engagements.ts': [engagementsSchema, engagements],
  'services/': [servicesSchema, categories],
} as const;
