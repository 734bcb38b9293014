/**
 * `npm run doctor`: builds the site and has the site check what was built (`doctor` of `#site`), then checks every
 * setting against its service: fine, or what to do. Never prints a secret. Exit code 1 when a check fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'contentful';
import * as v from 'valibot';
import { hasPages, type Collection } from '../declare/collections.ts';
import { listDoubts, type Config } from '../config.ts';
import type { ContentfulAccount } from '../account.ts';
import { openContentSource } from '../stand-in/content-source.ts';
import { describeReading, formatFieldType } from '../content/index.ts';
import { getModel } from '../stand-in/model.ts';
import { Failure, getWireName, getWireType, toFailure } from '../content/contentful/index.ts';
import { loadConfig } from '../processes/index.ts';
import { checkMailServer } from '../leads/index.ts';
import { describeError, toLine } from '../base/log.ts';
import { withoutBuildHook } from '../netlify/index.ts';
import { loadModule } from '../declare/project.ts';
import { lenientText, nullableText } from '../base/schemas.ts';
import type { Finding } from '../declare/declaration.ts';
import { collections, doctor, leads, preview as declaredPreview } from '../site.ts';
import { isThisMachine } from '../base/this-machine.ts';
import type { PullResult } from '../content/index.ts';
import { buildSite } from './build.ts';
import { isExpected, runCommand } from './command.ts';
import { formatReport } from './progress.ts';

type Findings = Finding | Finding[];

const fine = (line: string): Finding => ({ level: 'fine', line });
const note = (line: string): Finding => ({ level: 'note', line });
const wrong = (line: string): Finding => ({ level: 'wrong', line });

const fieldKind = { type: lenientText, linkType: nullableText };
const typeList = v.object({
  items: v.array(
    v.object({
      sys: v.object({ id: v.string() }),
      fields: v.array(
        v.object({
          id: v.string(),
          ...fieldKind,
          items: v.fallback(v.nullish(v.object(fieldKind)), null),
        }),
      ),
    }),
  ),
});
type KnownType = v.InferOutput<typeof typeList>['items'][number];
const localeList = v.object({
  items: v.array(v.object({ code: v.string(), default: v.fallback(v.boolean(), false) })),
});

/** Opens the official client, for one attempt at each question. */
const connectTo = (
  { spaceId, environment, insecure }: ContentfulAccount,
  host: string,
  accessToken: string,
) =>
  createClient({
    space: spaceId,
    environment,
    accessToken,
    host,
    insecure,
    retryOnError: false,
    timeout: 15_000, // milliseconds
    logHandler: () => undefined, // the client's log would contain the token
  });

/** Waits for an answer of the client. A failure is returned: each check has its own words for it. */
async function readAnswer<T>(schema: v.GenericSchema<unknown, T>, answer: Promise<unknown>) {
  try {
    const { success, output } = v.safeParse(schema, await answer);
    return success ? output : new Failure('gave an answer that cannot be read', 'malformed');
  } catch (error) {
    return toFailure(error);
  }
}

const describeFailure = (host: string, { message }: Failure): Finding =>
  wrong(
    `${host} ${message}: check the network, and CONTENTFUL_HOST (cdn.contentful.com, or cdn.eu.contentful.com for European data residency), or run this again later.`,
  );

/** Tells which kind of token stands in for the delivery token. */
async function describeToken(contentful: ContentfulAccount): Promise<Finding> {
  const { host, previewHost, deliveryToken } = contentful;
  const where = 'Take the "Content Delivery API - access token" under Settings, API keys.';
  if (deliveryToken.startsWith('CFPAT-'))
    return wrong(
      `CONTENTFUL_DELIVERY_TOKEN is a management token, which can write: the site needs none. ${where}`,
    );
  const asPreview = connectTo(contentful, previewHost, deliveryToken);
  return (await readAnswer(v.unknown(), asPreview.getSpace())) instanceof Failure
    ? wrong(`CONTENTFUL_DELIVERY_TOKEN is refused by ${host}. ${where}`)
    : wrong(
        `CONTENTFUL_DELIVERY_TOKEN is a preview token, which shows drafts: set it as CONTENTFUL_PREVIEW_TOKEN. ${where}`,
      );
}

/** Compares one content type of the account with the site's. Only without a slug is nothing shown. */
function compareType(collection: Collection, known: KnownType | undefined): Findings {
  const type = getWireType(collection);
  const place = `the declaration of '${collection.name}'`;
  if (!known)
    return note(
      `The account has no content type ${type}: ${collection.pages?.withoutType ?? 'the site shows none'}. Name another type for it in ${place}, or bring it in: npm run content:model prints it for contentful space import.`,
    );
  const remedy = `add it in Contentful, or name another field for it in ${place}`;
  const model = Object.entries(getModel(collection));
  const findings = model.flatMap(([key, field]): Findings => {
    const { id: name } = field;
    const kind = collection.fields[key]?.kind ?? 'text';
    const own = known.fields.find((one) => one.id === name);
    const reading = own && describeReading(kind, own);
    if (reading === 'as it is') return [];
    const named = `The field ${type}.${name}`;
    if (own && reading) return fine(`${named} (${formatFieldType(own)}) is read ${reading}`);
    const state = own
      ? `is of the type ${formatFieldType(own)}, the site reads ${formatFieldType(field)}`
      : 'is missing in the account';
    return kind === 'slug'
      ? wrong(`${named} ${state}, and no entry has an address: ${remedy}.`)
      : note(`${named} ${state}. To use it, ${remedy}.`);
  });
  return findings.some(({ level }) => level !== 'fine')
    ? findings
    : [fine(`Content type ${type}: all ${model.length} fields`), ...findings];
}

function describeLocales(
  { items }: v.InferOutput<typeof localeList>,
  asked: string | null,
): Finding {
  const shown = asked ?? items.find((one) => one.default)?.code ?? 'unknown';
  const others = items.flatMap(({ code }) => (code === shown ? [] : code));
  if (asked !== null && others.length === items.length)
    return wrong(
      `The space has no locale ${asked}: set CONTENTFUL_LOCALE to one of ${others.join(', ')}.`,
    );
  return others.length === 0 || asked !== null
    ? fine(`Locale: ${shown}`)
    : note(
        `The site shows the default locale, ${shown}; CONTENTFUL_LOCALE may name another: ${others.join(', ')}.`,
      );
}

async function checkDelivery(contentful: ContentfulAccount): Promise<Findings> {
  const { spaceId, environment, deliveryToken, host } = contentful;
  const client = connectTo(contentful, host, deliveryToken);
  const types = await readAnswer(typeList, client.getContentTypes());
  if (types instanceof Failure) {
    if (types.kind === 'token') return describeToken(contentful);
    if (types.kind !== 'refused') return describeFailure(host, types);
    const space = await readAnswer(v.unknown(), client.getSpace());
    return wrong(
      space instanceof Failure
        ? `${host} knows no space '${spaceId}' for this token: check CONTENTFUL_SPACE_ID.`
        : `The space has no environment '${environment}' that CONTENTFUL_DELIVERY_TOKEN may read: check CONTENTFUL_ENVIRONMENT (most have 'master'), and the environments of the API key.`,
    );
  }
  const locales = await readAnswer(localeList, client.getLocales());
  return [
    fine(`Content: space '${spaceId}', environment '${environment}', read from ${host}`),
    ...collections.flatMap((collection) =>
      compareType(
        collection,
        types.items.find(({ sys }) => sys.id === getWireType(collection)),
      ),
    ),
    locales instanceof Failure
      ? describeFailure(host, locales)
      : describeLocales(locales, contentful.locale),
  ];
}

async function checkPreview(contentful: ContentfulAccount): Promise<Findings> {
  const { previewToken, previewHost } = contentful;
  if (previewToken === null) return [];
  const client = connectTo(contentful, previewHost, previewToken);
  const types = await readAnswer(v.unknown(), client.getContentTypes());
  if (!(types instanceof Failure)) return fine('CONTENTFUL_PREVIEW_TOKEN reads drafts');
  return types.kind === 'token' || types.kind === 'refused'
    ? wrong(
        'CONTENTFUL_PREVIEW_TOKEN is refused: take the "Content Preview API - access token" under Settings, API keys.',
      )
    : describeFailure(previewHost, types);
}

/** Says what to put into Contentful's Content preview, for each content type. */
function describeContentPreview({ contentful, preview }: Config): Findings {
  if (!contentful || declaredPreview === null) return [];
  if (contentful.previewToken === null)
    return note(
      'CONTENTFUL_PREVIEW_TOKEN is not set: there is no draft preview beside the editor.',
    );
  const details = collections.filter(hasPages).map(({ pages: { path }, fields, ...type }) => {
    const slug = getWireName('slug', fields.slug);
    return `${getWireType(type)}: http://127.0.0.1:${preview.port}${path}/{entry.fields.${slug}}?secret=…`;
  });
  const line =
    'Content preview: put these addresses into Contentful (Settings, Content preview), with the value of PREVIEW_SECRET in place of … and the address of the preview where it does not run on the machine of the editor:';
  const closed =
    'PREVIEW_SECRET is not set: only the machine that runs the preview sees drafts and the content report.';
  return [{ ...fine(line), details }, ...(preview.secret === null ? [note(closed)] : [])];
}

/** Checks only the form of the address: a request of any method would start a build. */
function checkBuildHook({ netlifyBuildHookUrl, netlifySite }: Config): Findings {
  if (netlifyBuildHookUrl === null) return netlifySite ? note(withoutBuildHook) : [];
  return /^https:\/\/api\.netlify\.com\/build_hooks\/[\da-f]{16,}(\?|$)/i.test(netlifyBuildHookUrl)
    ? fine('NETLIFY_BUILD_HOOK_URL has the shape of a build hook')
    : wrong(
        'NETLIFY_BUILD_HOOK_URL is not the address of a build hook: copy it from Netlify (Site configuration, Build hooks), as https://api.netlify.com/build_hooks/….',
      );
}

async function checkMail({ contact }: Config): Promise<Finding> {
  if (contact.smtpUrl === null)
    return note('SMTP_URL is not set: leads are kept (npm run leads) and not mailed.');
  try {
    await checkMailServer(contact.smtpUrl);
    return fine('SMTP_URL: the mail server takes the login');
  } catch (error) {
    return wrong(`SMTP_URL: ${describeError(error).error}`);
  }
}

const isLocal = ({ site }: Config) => isThisMachine(new URL(site.url).hostname);

/** Checks the settings against their services. */
export async function checkSettings(config: Config): Promise<Finding[]> {
  const { contentful, site, webhookSecret } = config;
  return [
    isLocal(config)
      ? note(`SITE_URL is ${site.url}: set the public address before you go live.`)
      : fine(`SITE_URL: ${site.url}`),
    listDoubts(config).map(note),
    contentful
      ? [await checkDelivery(contentful), await checkPreview(contentful)].flat()
      : note(
          'Content: the sample space. CONTENTFUL_SPACE_ID and CONTENTFUL_DELIVERY_TOKEN name your own.',
        ),
    webhookSecret === null && contentful
      ? note(
          'CONTENTFUL_WEBHOOK_SECRET is not set: the site ignores publish events. Make one in Contentful under Settings, Webhooks, Settings.',
        )
      : [],
    describeContentPreview(config),
    checkBuildHook(config),
    leads === null ? [] : await checkMail(config),
  ].flat();
}

const doctorSchema = v.object({ checkBuilt: v.function() });
const findings = v.array(
  v.object({
    level: v.picklist(['fine', 'note', 'wrong']),
    line: v.string(),
    details: v.exactOptional(v.array(v.string())),
  }),
);

/** Says which entries are held back, left out or lost in part, in the sentences of the content report. */
export function describeContent({
  held,
  problems,
}: Pick<PullResult, 'held' | 'problems'>): Finding[] {
  const [line, ...details] = formatReport(problems).split('\n');
  return [
    ...(held === null ? [] : [wrong(held)]),
    line ? { ...note(line), details } : fine('Every entry is shown whole.'),
  ];
}

/** Builds the site, and checks what was built. */
async function checkBuilt(config: Config): Promise<Finding[]> {
  let ofContent: Finding[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const dist = join(folder, 'dist');
  const source = await openContentSource(config);
  try {
    await buildSite(source.config, dist, console.log, {
      onPulled: (pulled) => {
        ofContent = describeContent(pulled);
      },
    });
    const own = doctor === null ? null : await loadModule(doctor, doctorSchema);
    return [
      ...ofContent,
      ...v.parse(findings, (await own?.checkBuilt(dist, config, isLocal(config))) ?? []),
    ];
  } finally {
    await source.close();
    // A build that failed may still be ending.
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
}

const signs = { fine: 'fine ', note: 'note ', wrong: 'WRONG' };

/** Formats a finding as a line, with its details below. */
export const formatFinding = ({ level, line, details = [] }: Finding): string =>
  [`${signs[level]}  ${toLine(line)}`, ...details.map((one) => `         ${toLine(one)}`)].join(
    '\n',
  );

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    let found: Finding[] = [];
    try {
      const config = loadConfig();
      found = await checkSettings(config);
      // The settings come last: what the site lists may be long.
      found.unshift(...(await checkBuilt(config)));
    } catch (error) {
      if (!(error instanceof Error) || !isExpected(error)) throw error;
      // A setting that is wrong may be the reason.
      const isTold = found.some(({ level }) => level === 'wrong');
      found.push(isTold ? note(error.message) : wrong(error.message));
    }
    for (const finding of found) console.log(formatFinding(finding));
    const count = found.filter(({ level }) => level === 'wrong').length;
    console.log(count === 0 ? 'Nothing is wrong.' : `${count} to put right.`);
    if (count > 0) process.exitCode = 1;
  });
}
