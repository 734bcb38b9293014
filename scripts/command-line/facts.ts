/** Checks the values of the firm's facts in src/data before any content is read; `npm test` holds their types. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { ConfigError } from '#engine/config.ts';
import { colors, typefaces, type ColorName } from '#data/brand.ts';
import { company } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { units } from '#data/prices.ts';
import { categories } from '#data/services/index.ts';
import { team } from '#data/team.ts';
import { redirects } from '#data/redirects.ts';
import { feedPath } from '#data/routes.ts';
import { codePages } from '#documents/code-pages.ts';
import { collections } from '#collections/index.ts';
import { isRecord } from '#engine/unknown.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'));
const email = v.pipe(v.string(), v.email('is no e-mail address'));
const link = v.pipe(v.string(), v.regex(/^https:\/\/\S+$/, 'is no https address'));

/** Text that also appears where nothing breaks lines: titles, mails, structured data. */
const plainText = v.pipe(
  text,
  v.check((value) => !value.includes('\u00ad'), 'has a soft hyphen; write it in wordmark only'),
);

/** Whether the standard library takes a name. */
const isKnown = (ask: () => unknown) => {
  try {
    return Boolean(ask());
  } catch {
    return false;
  }
};

const companySchema = v.pipe(
  v.object({
    name: v.pipe(plainText, v.maxLength(60, 'is longer than 60 letters')),
    wordmark: text,
    timeZone: v.pipe(
      text,
      v.check(
        (timeZone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone })),
        'is no time zone such as Europe/Oslo',
      ),
    ),
    numberLocale: v.pipe(
      text,
      v.check(
        (locale) => isKnown(() => Intl.NumberFormat.supportedLocalesOf(locale).length),
        'is no language and country such as de-AT',
      ),
    ),
    phones: v.array(
      v.object({ href: v.pipe(v.string(), v.regex(/^tel:\+?\d+$/, 'is not tel: and digits')) }),
    ),
    profiles: v.object({ linkedin: link }),
    inbox: email,
    sender: email,
    privacyEmail: email,
    careersEmail: email,
    securityEmail: email,
  }),
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
    linkedin: v.nullable(link),
    social: v.nullable(v.object({ href: link })),
    photo: v.nullable(v.pipe(v.string(), v.startsWith('/', 'is no path of a file in public/'))),
  }),
);

const priceUnits = Object.keys(units);
const priceSchema = v.object({
  amount: v.pipe(v.number('is no number'), v.gtValue(0, 'is not above 0')),
  currency: v.picklist(Intl.supportedValuesOf('currency'), 'is no currency code such as USD'),
  unit: v.picklist(priceUnits, `is none of ${priceUnits.join(', ')}`),
});

const engagementsSchema = v.array(
  v.object({ price: v.lazy((price) => (typeof price === 'string' ? text : priceSchema)) }),
);

const isService = (reference: string) =>
  categories.some((one) => one.services.some(({ slug }) => `${one.slug}/${slug}` === reference));

const servicesSchema = v.array(
  v.object({
    services: v.pipe(
      v.array(
        v.object({
          slug: v.pipe(
            v.string(),
            v.regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'has other signs than a to z, digits and hyphens'),
          ),
          process: v.pipe(v.record(text, text), v.entries(4, 'has other than four steps')),
          related: v.array(
            v.pipe(
              v.string(),
              v.check(isService, ({ input }) => `is '${input}', which is no service`),
            ),
          ),
        }),
      ),
      v.checkItems(
        ({ slug }, index, all) => all.findIndex((other) => other.slug === slug) === index,
        'has the slug of another service',
      ),
    ),
  }),
);

const isCodePage = (path: string) => codePages.some((page) => page.path === path);

/** Whether something may answer at a path of this site: of the items of a list only the content knows. */
function isAnswered(path: string): boolean {
  const [clean = ''] = path.replace(/\/\*$/, '').split(/[?#]/, 1);
  return (
    isCodePage(clean || '/') ||
    clean === feedPath ||
    collections.some(({ pages }) => pages && `${clean}/`.startsWith(`${pages.path}/`)) ||
    existsSync(new URL(`../../public${clean}`, import.meta.url))
  );
}

const redirectsSchema = v.pipe(
  v.array(
    v.pipe(
      v.object({
        from: v.pipe(
          v.string(),
          v.regex(
            /^(?:\/[^\s/*?#]+)+(?:\/\*)?$/,
            'is no path such as /old, or /old/* with all below it',
          ),
          v.check(
            (from) => !isCodePage(from),
            ({ input }) => `is '${input}', a page of the site, which has priority`,
          ),
        ),
        to: v.pipe(
          v.string(),
          v.check(
            (to) => /^https:\/\/\S+$/.test(to) || (/^\/(?!\/)\S*$/.test(to) && isAnswered(to)),
            ({ input }) => `is '${input}', neither a page of this site nor an https address`,
          ),
        ),
        status: v.picklist([301, 302], 'is neither 301 nor 302'),
      }),
      v.forward(
        v.check(
          ({ from, to }) => from.endsWith('/*') || !to.includes('*'),
          'keeps the rest of a path, and `from` has no /* that takes one',
        ),
        ['to'],
      ),
    ),
  ),
  v.checkItems(
    ({ from }, index, all) => all.findIndex((other) => other.from === from) === index,
    'has the path of another redirect',
  ),
);

/** Relative luminance of a colour `#rrggbb`, as WCAG 2.2 defines it. */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Colours, their backgrounds, and the least contrast of WCAG 2.2 AA: 4.5 for text, 3 for field borders. */
const pairs: readonly [readonly ColorName[], readonly ColorName[], number][] = [
  [['ink', 'inkSoft'], ['paper', 'raised', 'sunken'], 4.5],
  [['brand', 'brandDeep', 'blueText', 'greenText', 'error'], ['paper', 'raised'], 4.5],
  [['nightSoft', 'paper'], ['night'], 4.5],
  [['control'], ['paper', 'raised'], 3],
];

const color = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i, 'is not # and six hexadecimal digits'));
const colorsSchema = v.record(v.string(), color);

/** @throws {ConfigError} when two colours are too close to be read */
export function checkContrasts(values: Record<ColorName, string>): void {
  for (const [fronts, grounds, least] of pairs)
    for (const front of fronts)
      for (const ground of grounds) {
        const contrast = getContrast(values[front], values[ground]);
        if (contrast < least)
          throw new ConfigError(
            `src/data/brand.ts: ${front} has a contrast of ${contrast.toFixed(1)} to 1 on ${ground}, and ${least} is the least that everyone can read.`,
          );
      }
}

/** The first line of src/styles/fonts/fonts.css, which tells for which typefaces the file was written. */
export const describeTypefaces = (): string =>
  `/* Written by \`npm run fonts\` for ${JSON.stringify(typefaces)} */`;

/** @throws {ConfigError} when the style sheet of the typefaces is older than src/data/brand.ts */
export function checkTypefaces(styles: string): void {
  if (!styles.startsWith(describeTypefaces()))
    throw new ConfigError(
      'src/styles/fonts/fonts.css was written for other typefaces than src/data/brand.ts has; run npm run fonts.',
    );
}

/** @throws {ConfigError} with a sentence that names the file and field of the first invalid value */
export function checkFacts(facts: Record<string, readonly [v.GenericSchema, unknown]>): void {
  for (const [file, [schema, value]] of Object.entries(facts)) {
    const [issue] = v.safeParse(schema, value).issues ?? [];
    if (!issue) continue;
    const fault = issue.received === 'undefined' ? 'is missing' : issue.message;
    // An item of a list is named by its slug, name or path.
    const field = issue.path?.map(
      ({ key, value }) => (isRecord(value) && (value.slug || value.name || value.from)) || key,
    );
    throw new ConfigError(`src/${file}: ${field?.join('.') ?? 'the file'} ${fault}.`);
  }
}

/** @throws {ConfigError} when a partner's photo is missing, no picture or too small */
export async function checkPhotos(partners: readonly { name: string; photo: string | null }[]) {
  for (const { name, photo } of partners) {
    if (photo === null) continue;
    // A server without photos does without the encoder's memory.
    const { default: sharp } = await import('sharp');
    const file = fileURLToPath(new URL(`../../public${photo}`, import.meta.url));
    const { width, height } = await sharp(file)
      .metadata()
      .catch(() => ({ width: 0, height: 0 }));
    if (width < 400 || height < 320)
      throw new ConfigError(
        `src/data/team.ts: the photo of ${name} is no picture of at least 400 × 320 pixels: public${photo}.`,
      );
  }
}

export const firmFacts = {
  'data/company.ts': [companySchema, company],
  'data/team.ts': [teamSchema, team],
  'data/engagements.ts': [engagementsSchema, engagements],
  'data/services/': [servicesSchema, categories],
  'data/brand.ts': [colorsSchema, colors],
  'data/redirects.ts': [redirectsSchema, redirects],
} as const;

/** Checks all facts of the firm. @throws {ConfigError} */
export async function checkFirm(): Promise<void> {
  checkFacts(firmFacts);
  checkContrasts(colors);
  checkTypefaces(
    readFileSync(new URL('../../src/styles/fonts/fonts.css', import.meta.url), 'utf8'),
  );
  await checkPhotos(team);
}
