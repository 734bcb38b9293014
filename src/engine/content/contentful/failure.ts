/** Explains failures of the content service to people, without printing the token. */
import * as v from 'valibot';
import { OwnError } from '../../base/log.ts';
import { lenientObject, lenientText, nullableNumber, nullableText } from '../../base/schemas.ts';

export type FailureKind = 'transient' | 'malformed' | 'too big' | 'refused' | 'no type' | 'token';
/** Kinds of failures for which another attempt may succeed. */
export const retryable: readonly FailureKind[] = ['transient', 'malformed'];

/** The message continues 'The content service at {host} …'. The client's own one may include the token. */
export class Failure extends OwnError {
  readonly kind: FailureKind;

  constructor(reason: string, kind: FailureKind = 'transient') {
    super(reason);
    this.kind = kind;
  }
}

/** The content service cannot be read. The message is one sentence without the token. */
export class ContentServiceError extends Failure {
  override name = 'ContentServiceError';
}

/** Reasons by the code of a network error. Each continues a sentence after the name of the host. */
const reachability: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'was not found (DNS)',
  EAI_AGAIN: 'was not found (DNS)',
  ECONNABORTED: 'did not answer in time',
  ETIMEDOUT: 'did not answer in time',
};

/** An error of the client or of its network library, with the response if there was one. */
const clientError = lenientObject({
  name: lenientText,
  message: lenientText,
  code: nullableText,
  response: lenientObject({
    status: nullableNumber,
    data: lenientObject({ message: nullableText }),
  }),
});

export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { name, message: text, code, response } = v.parse(clientError, error);
  // The client puts the response into its message as JSON, except for the Sync API.
  const message = response.data.message ?? text;
  const status = String(response.status ?? /"status":\s*(\d{3})/.exec(text)?.[1] ?? '');
  if (message.includes('Response size too big'))
    return new Failure('has an entry over its own limit of 7 MB', 'too big');
  if (status === '429') return new Failure('is over its rate limit');
  if (status === '401' || status === '403') return new Failure('refused the token', 'token');
  if (status === '404')
    return new Failure(
      'knows no such space or environment; check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT',
      'refused',
    );
  if (text.includes('unknownContentType'))
    return new Failure('has no such content type', 'no type');
  if (status.startsWith('4'))
    return new Failure(
      `refused the query (${/^\w+$/.test(name) ? name : status}); check the content model`,
      'refused',
    );
  if (status.startsWith('5')) return new Failure(`answered with status ${status}`);
  if (code !== null) return new Failure(reachability[code] ?? `could not be reached (${code})`);
  return new Failure('gave an answer that cannot be read', 'malformed');
}
