/** Write access to the firm's Contentful account. No other file imports `contentful-management`. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
// Imported as a whole, because Node finds no named exports in this CommonJS package.
import * as v from 'valibot';
import contentfulManagement, { type PlainClientAPI } from 'contentful-management';
import { parseManagementToken } from '../../src/config.ts';
import { reachability } from '../../src/engine/content/contentful/failure.ts';
import {
  lenientObject,
  lenientText,
  nullableNumber,
  nullableText,
  parseJson,
} from '../../src/engine/schemas.ts';
import { CommandError } from './command.ts';
import { loadConfig } from './environment.ts';
import { type ContentfulAccount, getSiblingApi } from '../../src/engine/content/index.ts';

export type Account = PlainClientAPI;

export function createAccount(contentful: ContentfulAccount, managementToken: string): Account {
  const { host, basePath } = getSiblingApi(contentful, 'management');
  const { spaceId, environment: environmentId } = contentful;
  return contentfulManagement.createClient(
    {
      accessToken: managementToken,
      host,
      hostUpload: getSiblingApi(contentful, 'upload').host,
      basePath,
      insecure: contentful.insecure,
      // The client leaks a listener on every reused socket, until Node prints a warning. New agents avoid
      // this.
      httpAgent: new HttpAgent(),
      httpsAgent: new HttpsAgent(),
      retryLimit: 2, // the waits double, from two seconds
      timeout: 30_000, // milliseconds
      logHandler: () => undefined, // the client's log is replaced by the one-line error below
    },
    { type: 'plain', defaults: { spaceId, environmentId } },
  );
}

const clientError = lenientObject({ name: lenientText, message: lenientText, code: nullableText });
/** The service's answer. The client embeds it in the error message as JSON. */
const answerSchema = lenientObject({
  status: nullableNumber,
  details: lenientObject({
    errors: v.fallback(
      v.array(
        lenientObject({
          path: v.fallback(v.array(v.union([v.string(), v.number()])), []),
          details: nullableText,
          name: lenientText,
        }),
      ),
      [],
    ),
  }),
});

function parseFailure(error: unknown) {
  const { name, message, code } = v.parse(clientError, error);
  const answer = parseJson(answerSchema, message);
  return {
    id: name,
    code,
    status: answer?.status ?? null,
    reasons: (answer?.details.errors ?? []).map(({ path, details, name: kind }) => {
      const where = path.filter((part) => part !== 'fields').join('.');
      return `${where}: ${details ?? kind}`;
    }),
  };
}

/** Whether an error means that the account lacks the requested item. */
export const isNotFound = (error: unknown): boolean => parseFailure(error).status === 404;

/** Explains in one sentence, without the token, why the account could not be read or written. */
export function describeAccountError(error: unknown, { spaceId, environment }: ContentfulAccount) {
  const { id, code, status, reasons } = parseFailure(error);
  if (status === 401)
    return 'Contentful refuses CONTENTFUL_MANAGEMENT_TOKEN: it takes a personal access token (they begin with CFPAT-), made in Contentful under Account settings, CMA tokens.';
  if (status === 403)
    return 'CONTENTFUL_MANAGEMENT_TOKEN may not do that: its owner needs the right to edit the content model and entries of the space.';
  if (status === 404)
    return `Contentful knows no space '${spaceId}' with an environment '${environment}' for this token: check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT.`;
  if (status === 429)
    return 'Contentful is over its rate limit: wait a minute and run the command again; it goes on where it stopped.';
  if (id === 'VersionMismatch')
    return 'Somebody is changing the same thing in Contentful: run the command again.';
  if (reasons.length > 0) return `Contentful refuses it: ${reasons.join('; ')}.`;
  if (status !== null) return `Contentful answered with status ${status}; try again later.`;
  return `Contentful ${reachability[code ?? ''] ?? `could not be reached (${code ?? 'unknown reason'})`}: check the network and CONTENTFUL_HOST.`;
}

/**
 * Runs a command that writes to the configured account.
 * @throws {CommandError | ConfigError}
 */
export async function withAccount(task: (account: Account) => Promise<void>): Promise<void> {
  const { contentful } = loadConfig();
  if (!contentful)
    throw new CommandError(
      'CONTENTFUL_SPACE_ID and CONTENTFUL_DELIVERY_TOKEN are missing: say which account to set up, or run npm run setup.',
    );
  const token = parseManagementToken(process.env);
  if (token === null)
    throw new CommandError(
      'CONTENTFUL_MANAGEMENT_TOKEN is missing: make a personal access token in Contentful under Account settings, CMA tokens. Only this command needs it.',
    );
  try {
    await task(createAccount(contentful, token));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(describeAccountError(error, contentful));
  }
}
