/**
 * `npm run doctor`: checks every setting against its service and prints one line for each: fine, or what to
 * do. Never prints a secret. Exit code 1 when a check fails.
 */
import { existsSync } from 'node:fs';
import { ConfigError, parseConfig, parseManagementToken } from '../src/config.ts';
import type { Config } from '../src/config.ts';
import { contentTypes } from '../src/engine/content/contentful/contract.ts';
import { reachability } from '../src/engine/content/contentful/failure.ts';
import { getWireName } from '../src/engine/content/contentful/site-fields.ts';
import {
  contentModel,
  describeReading,
  formatKind,
  type FieldModel,
} from './content-service/model.ts';
import * as v from 'valibot';
import { lenientObject, lenientText, nullableText, parseJson } from '../src/engine/schemas.ts';
import { checkMailServer } from '../src/engine/leads/index.ts';
import { runCommand } from './command-line/command.ts';
import {
  createAccount,
  describeAccountError,
  isNotFound,
} from './command-line/contentful-account.ts';
import { findSampleFacts } from './command-line/sample-facts.ts';
import { getSiblingApi, type ContentfulAccount } from '../src/engine/content/contentful/account.ts';

/** The result of one check. A `note` matters only before the site goes live. */
export interface Finding {
  level: 'fine' | 'note' | 'wrong';
  line: string;
  /** The command that solves the problem. */
  remedy?: 'content:model';
}

const fine = (line: string): Finding => ({ level: 'fine', line });
const note = (line: string): Finding => ({ level: 'note', line });
const wrong = (line: string): Finding => ({ level: 'wrong', line });

const patience = 15_000; // milliseconds for one answer

const withCode = lenientObject({ code: nullableText });
/** A content type or a locale. */
const item = lenientObject({
  sys: lenientObject({ id: nullableText }),
  fields: v.fallback(
    v.nullable(
      v.array(lenientObject({ id: lenientText, type: lenientText, linkType: nullableText })),
    ),
    null,
  ),
  code: nullableText,
  default: v.fallback(v.boolean(), false),
});
type Item = v.InferOutput<typeof item>;
const bodySchema = v.object({ items: v.fallback(v.array(item), []) });

/** An answer, or the reason why there is none. Messages name the `host`. */
type Answer = { host: string } & (
  { status: number; items: readonly Item[] } | { status: null; reason: string }
);

/** Sends a request to the Delivery API or the Preview API. */
async function ask(
  { host, insecure }: ContentfulAccount,
  path: string,
  token: string,
  api: 'delivery' | 'preview' = 'delivery',
): Promise<Answer> {
  const address = api === 'preview' ? getSiblingApi({ host }, 'preview') : { host, basePath: '' };
  const base = [address.host, address.basePath].filter(Boolean).join('/');
  try {
    const response = await fetch(`${insecure ? 'http' : 'https'}://${base}/spaces/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience),
    });
    const body = parseJson(bodySchema, await response.text());
    if (response.ok && !body)
      return { host: address.host, status: null, reason: 'gave an answer that cannot be read' };
    return { host: address.host, status: response.status, items: body?.items ?? [] };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const code = v.parse(withCode, cause).code ?? (isLate ? 'ETIMEDOUT' : 'no reason');
    const reason = reachability[code] ?? `could not be reached (${code})`;
    return { host: address.host, status: null, reason };
  }
}

/** Explains an unusable answer, unless the token or the ids in the address are the reason. */
function describeFailure(answer: Answer): Finding {
  if (answer.status === null)
    return wrong(
      `${answer.host} ${answer.reason}: check the network, and CONTENTFUL_HOST (cdn.contentful.com, or cdn.eu.contentful.com for European data residency).`,
    );
  if (answer.status === 429)
    return wrong(`${answer.host} is over its rate limit: wait a minute and run this again.`);
  return wrong(
    `${answer.host} answered with status ${answer.status}: look at www.contentfulstatus.com, and run this again later.`,
  );
}

/** Tells which kind of token stands in for the delivery token. */
async function describeToken(contentful: ContentfulAccount): Promise<Finding> {
  const { spaceId, deliveryToken } = contentful;
  const where = 'Take the "Content Delivery API - access token" under Settings, API keys.';
  if (deliveryToken.startsWith('CFPAT-'))
    return wrong(
      `CONTENTFUL_DELIVERY_TOKEN is a management token, which can write: it belongs into CONTENTFUL_MANAGEMENT_TOKEN. ${where}`,
    );
  const asPreview = await ask(contentful, spaceId, deliveryToken, 'preview');
  if (asPreview.status === 200)
    return wrong(
      `CONTENTFUL_DELIVERY_TOKEN is a preview token, which shows drafts: it belongs into CONTENTFUL_PREVIEW_TOKEN. ${where}`,
    );
  return wrong(`CONTENTFUL_DELIVERY_TOKEN is refused by ${contentful.host}. ${where}`);
}

/** Compares the account's content types with those that the site reads (spec §3). */
function compareModel(items: readonly Item[]): Finding[] {
  const missing = (line: string): Finding => ({
    level: 'wrong',
    line: `${line} is missing in the account: npm run content:model makes it.`,
    remedy: 'content:model',
  });
  return contentTypes.flatMap((id): Finding[] => {
    const fields: Record<string, FieldModel> = contentModel[id].fields;
    const found = items.find(({ sys }) => sys.id === id);
    if (!found?.fields) return [missing(`The content type ${id}`)];
    const known = new Map(found.fields.map((field) => [field.id, field]));
    const problems = Object.entries(fields).flatMap(([fieldId, field]): Finding[] => {
      const name = getWireName(id, fieldId);
      const own = known.get(name);
      if (!own) return [missing(`The field ${id}.${name}`)];
      const reading = describeReading(fieldId, field, own);
      if (reading === 'as it is') return [];
      if (reading !== null)
        return [fine(`The field ${id}.${name} (${formatKind(own)}) is read ${reading}`)];
      return [
        wrong(
          `The field ${id}.${name} is of the type ${formatKind(own)}, the site reads ${field.type}. Either name another field for it in src/data/content-fields.ts, or delete the field in Contentful, which deletes its values in every entry (keep a copy first), and let npm run content:model make it anew.`,
        ),
      ];
    });
    const { length } = Object.keys(fields);
    return problems.some(({ level }) => level === 'wrong')
      ? problems
      : [fine(`Content type ${id}: all ${length} fields`), ...problems];
  });
}

function describeLocales(answer: Answer): Finding[] {
  if (answer.status !== 200) return [describeFailure(answer)];
  const main = answer.items.find((locale) => locale.default);
  const others = answer.items.filter((locale) => locale !== main);
  const name = main?.code ?? 'unknown';
  return others.length === 0
    ? [fine(`Locale: ${name}`)]
    : [
        note(
          `The site shows the default locale only, ${name}, and none of the other ${others.length}.`,
        ),
      ];
}

async function checkDelivery(contentful: ContentfulAccount): Promise<Finding[]> {
  const { spaceId, environment, deliveryToken, host } = contentful;
  const path = `${spaceId}/environments/${environment}`;
  const types = await ask(contentful, `${path}/content_types?limit=1000`, deliveryToken);
  if (types.status === 401 || types.status === 403) return [await describeToken(contentful)];
  if (types.status === 404) {
    const space = await ask(contentful, spaceId, deliveryToken);
    return space.status === 200
      ? [
          wrong(
            `The space has no environment '${environment}' that CONTENTFUL_DELIVERY_TOKEN may read: check CONTENTFUL_ENVIRONMENT (most have 'master'), and the environments of the API key.`,
          ),
        ]
      : [wrong(`${host} knows no space '${spaceId}' for this token: check CONTENTFUL_SPACE_ID.`)];
  }
  if (types.status !== 200) return [describeFailure(types)];
  return [
    fine(`Content: space '${spaceId}', environment '${environment}', read from ${host}`),
    ...compareModel(types.items),
    ...describeLocales(await ask(contentful, `${path}/locales`, deliveryToken)),
  ];
}

async function checkPreview(contentful: ContentfulAccount): Promise<Finding[]> {
  const { previewToken, spaceId, environment } = contentful;
  if (previewToken === null) return [];
  const path = `${spaceId}/environments/${environment}/content_types?limit=1`;
  const answer = await ask(contentful, path, previewToken, 'preview');
  if (answer.status === 200) return [fine('CONTENTFUL_PREVIEW_TOKEN reads drafts')];
  if (answer.status !== 401 && answer.status !== 403 && answer.status !== 404)
    return [describeFailure(answer)];
  return [
    wrong(
      'CONTENTFUL_PREVIEW_TOKEN is refused: take the "Content Preview API - access token" under Settings, API keys.',
    ),
  ];
}

const webhookPath = '/api/webhooks/contentful';

/** Checks the webhook and its secret, if a token allows reading them. */
async function checkWebhook(config: Config, managementToken: string | null): Promise<Finding[]> {
  const { contentful, webhookSecret, site } = config;
  if (!contentful) return [];
  const address = `${site.url}${webhookPath}`;
  const secret =
    webhookSecret === null
      ? note(
          'CONTENTFUL_WEBHOOK_SECRET is not set: a publish is not heard. Make one in Contentful under Settings, Webhooks, Settings.',
        )
      : fine('CONTENTFUL_WEBHOOK_SECRET has the right shape');
  if (managementToken === null) return [secret];

  const account = createAccount(contentful, managementToken);
  try {
    const { items } = await account.webhook.getMany({});
    const ours = items.find(({ url }) => url.endsWith(webhookPath));
    const signed = await account.webhook.getSigningSecret({}).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    return [
      secret,
      ours
        ? fine(`Webhook '${ours.name}' calls ${ours.url}`)
        : note(`Contentful has no webhook: add one that calls ${address}.`),
      signed
        ? fine('Contentful signs its webhooks')
        : note(
            'Contentful signs no webhooks yet: turn request verification on under Settings, Webhooks, Settings.',
          ),
    ];
  } catch (error) {
    return [secret, wrong(describeAccountError(error, contentful))];
  }
}

/** Checks only the form of the address: a request of any method would start a build. */
function checkBuildHook({ netlifyBuildHookUrl }: Config): Finding[] {
  if (netlifyBuildHookUrl === null) return [];
  return /^https:\/\/api\.netlify\.com\/build_hooks\/[\da-f]{16,}(\?|$)/i.test(netlifyBuildHookUrl)
    ? [fine('NETLIFY_BUILD_HOOK_URL has the shape of a build hook')]
    : [
        wrong(
          'NETLIFY_BUILD_HOOK_URL is no build hook: it looks like https://api.netlify.com/build_hooks/… (Site configuration, Build hooks).',
        ),
      ];
}

async function checkMail({ contact }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, value] of [
    ['CONTACT_INBOX', contact.inbox],
    ['CONTACT_FROM', contact.from],
  ] as const)
    if (value.endsWith('.example'))
      findings.push(note(`${name} is the sample address: set your own.`));
  if (contact.smtpUrl === null)
    return [
      ...findings,
      note('SMTP_URL is not set: leads are kept (npm run leads) and not mailed.'),
    ];
  try {
    await checkMailServer(contact.smtpUrl);
    return [...findings, fine('SMTP_URL: the mail server takes the login')];
  } catch (error) {
    const code = v.parse(withCode, error).code ?? '';
    const reason =
      code === 'EAUTH'
        ? 'refuses the login: check user and password, with special characters percent-encoded'
        : `cannot be used (${code || 'unknown reason'}): check host and port, and smtp: against smtps:`;
    return [...findings, wrong(`SMTP_URL: the mail server ${reason}.`)];
  }
}

/** Checks the settings of an environment against their services. */
export async function examine(env: Record<string, string | undefined>): Promise<Finding[]> {
  let config: Config;
  let managementToken: string | null;
  try {
    config = parseConfig(env);
    managementToken = parseManagementToken(env);
  } catch (error) {
    if (error instanceof ConfigError) return [wrong(error.message)];
    throw error;
  }
  const { contentful, site } = config;
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(site.url).hostname);
  return [
    isLocal
      ? note(`SITE_URL is ${site.url}: set the public address before you go live.`)
      : fine(`SITE_URL: ${site.url}`),
    ...(contentful
      ? await checkDelivery(contentful)
      : [
          note(
            'Content: the sample space. CONTENTFUL_SPACE_ID and CONTENTFUL_DELIVERY_TOKEN name your own.',
          ),
        ]),
    ...(contentful ? await checkPreview(contentful) : []),
    ...(await checkWebhook(config, managementToken)),
    ...checkBuildHook(config),
    ...(await checkMail(config)),
  ];
}

const signs = { fine: 'fine ', note: 'note ', wrong: 'WRONG' };

/** Formats a finding as a line. Control characters from a service or a setting must not reach the terminal. */
export const formatFinding = ({ level, line }: Finding): string =>
  `${signs[level]}  ${line.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}`;

if (import.meta.main) {
  await runCommand(async () => {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const findings = await examine(process.env);
    findings.push(...findSampleFacts().map(note));
    for (const finding of findings) console.log(formatFinding(finding));
    const count = findings.filter(({ level }) => level === 'wrong').length;
    console.log(count === 0 ? 'Nothing is wrong.' : `${count} to put right.`);
    if (count > 0) process.exitCode = 1;
  });
}
