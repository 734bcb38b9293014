/** The Sync API: everything at first, then the changes since a token. */
import { badRequest } from './errors.ts';
import { parseNumber } from './query.ts';
import type { State } from './space.ts';

/** Reads where the last answer ended, and the length of a page. A token holds both. @throws {ServiceError} */
function parsePosition(parameters: URLSearchParams) {
  const token = parameters.get('sync_token');
  if (token === null) {
    if (parameters.get('initial') === 'true')
      return { since: 0, limit: parseNumber(parameters, 'limit', 1000, 1000) };
    throw badRequest('Either "initial=true" or a "sync_token" is needed.');
  }
  const [, since, limit] = /^(\d+)\.(\d+)$/.exec(token) ?? [];
  if (since === undefined) throw badRequest('The sync_token you sent is invalid.');
  return { since: Number(since), limit: Number(limit) };
}

/** Answers `/sync`. An item that changes between two pages comes on a later one. @throws {ServiceError} */
export function answerSync(state: State, parameters: URLSearchParams, url: string) {
  const { since, limit } = parsePosition(parameters);
  const changed = [...state.values()].filter(
    ({ sys, fields }) => sys.publishedVersion > since && (fields !== undefined || since > 0),
  );
  const page = changed.slice(0, limit);
  const next = page.at(-1)?.sys.publishedVersion ?? since;
  return {
    sys: { type: 'Array' },
    // The site reads no fields here.
    items: page.map(({ sys, metadata }) => ({ sys, metadata })),
    [page.length < changed.length ? 'nextPageUrl' : 'nextSyncUrl']:
      `${url}?sync_token=${next}.${limit}`,
  };
}
