/** The Sync API: everything at first, then the changes since a token. */
import { randomUUID } from 'node:crypto';
import { badRequest } from './errors.ts';
import { withLocales } from './query.ts';
import type { DeletedItem, Item, SpaceStore } from './space.ts';

/** A range of the history: the changes from `since` to `until`, without the first `skip` items. */
interface Position {
  initial: boolean;
  since: number;
  /** null for the end of the history at the time of the request. */
  until: number | null;
  skip: number;
  limit: number;
}

/** The last state of each item in a range of the history. */
const latest = (changes: readonly (Item | DeletedItem)[]) => [
  ...new Map(
    changes.map((item) => [item.sys.type.replace('Deleted', '') + item.sys.id, item]),
  ).values(),
];

function parseInitial(parameters: URLSearchParams): Position {
  if (parameters.get('initial') !== 'true') {
    throw badRequest('Either "initial=true" or a "sync_token" is needed.');
  }
  const limit = Number(parameters.get('limit') ?? 1000);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw badRequest('"limit" must be from 1 to 1000.');
  }
  return { initial: true, since: 0, until: null, skip: 0, limit };
}

/** Answers `/sync`. Tokens are valid while the service runs. */
export function createSync(store: SpaceStore) {
  const tokens = new Map<string, Position>();
  // Marks the tokens of this process: those of earlier processes refer to other positions.
  const service = randomUUID();
  const issue = (position: Position): string => {
    const token = `${service}-${String(tokens.size + 1)}`;
    tokens.set(token, position);
    return token;
  };

  /**
   * Answers a request to `/sync`.
   * @param url the address of this endpoint
   * @throws {ServiceError} for an unknown token, or a parameter that the Sync API refuses
   */
  return function sync(parameters: URLSearchParams, url: string): unknown {
    const token = parameters.get('sync_token');
    const position = token === null ? parseInitial(parameters) : tokens.get(token);
    if (!position) throw badRequest('The sync_token you sent is invalid.');
    const { initial, since, skip, limit } = position;
    const until = position.until ?? store.getState().length;

    const items = latest(store.history.slice(since, until)).filter(
      ({ sys }) => !(initial && sys.type.startsWith('Deleted')),
    );
    const isLastPage = skip + limit >= items.length;
    const next = isLastPage
      ? issue({ ...position, initial: false, since: until, until: null, skip: 0 })
      : issue({ ...position, until, skip: skip + limit });
    return {
      sys: { type: 'Array' },
      items: items
        .slice(skip, skip + limit)
        .map((item) => ('fields' in item ? withLocales({ ...item }) : item)),
      [isLastPage ? 'nextSyncUrl' : 'nextPageUrl']: `${url}?sync_token=${next}`,
    };
  };
}
