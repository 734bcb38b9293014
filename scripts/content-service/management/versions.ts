/** Versioned items: the Management API's content types, editor interfaces, entries and assets. */
import { notFound, ServiceError } from '../errors.ts';
import { environment, linkTo, spaceId } from '../space.ts';

export interface Versioned {
  sys: Readonly<Record<string, unknown>> & {
    id: string;
    type: string;
    version: number;
    publishedVersion?: number;
    publishedCounter: number;
  };
  [part: string]: unknown;
}

interface Change {
  id: string;
  type: string;
  /** The version that the client has read; 0 for a new item. */
  version: number;
  /** The previous item, if the collection does not contain it. */
  before?: Versioned | undefined;
  sys?: object;
  parts: Readonly<Record<string, unknown>>;
}

/** @throws {ServiceError} 404 for an unknown item */
export function requireItem(item: Versioned | undefined, type: string, id: string): Versioned {
  if (!item) throw notFound({ type, id, space: spaceId, environment });
  return item;
}

/** @throws {ServiceError} 409 when the client has not read the latest version */
export function requireVersion(current: number, version: number): void {
  if (current !== version)
    throw new ServiceError(409, 'VersionMismatch', 'The version is not the current one.');
}

let lastTime = 0;
/** Each change gets its own time, so that sorting by time keeps the order of changes. */
function getUniqueTime(): string {
  lastTime = Math.max(lastTime + 1, Date.now());
  return new Date(lastTime).toISOString();
}

/** Saves the next version of an item. @throws {ServiceError} 409 for an outdated version */
export function saveVersion(items: Map<string, Versioned>, change: Change): Versioned {
  const { id, type, version, before = items.get(id), sys = {}, parts } = change;
  const current = before?.sys.version ?? 0;
  requireVersion(current, version);
  const time = getUniqueTime();
  const { sys: _sys, ...others } = parts;
  const saved: Versioned = {
    ...others,
    sys: {
      space: linkTo('Space', spaceId),
      environment: linkTo('Environment', environment),
      createdAt: time,
      ...sys,
      publishedCounter: 0,
      ...before?.sys,
      id,
      type,
      updatedAt: time,
      version: current + 1,
    },
  };
  items.set(id, saved);
  return saved;
}

/** Marks an item as published. Publishing raises the version. */
export function markPublished(items: Map<string, Versioned>, item: Versioned): Versioned {
  const { id, version, publishedCounter } = item.sys;
  const time = getUniqueTime();
  const saved: Versioned = {
    ...item,
    sys: {
      ...item.sys,
      version: version + 1,
      publishedVersion: version,
      publishedCounter: publishedCounter + 1,
      publishedAt: time,
      updatedAt: time,
    },
  };
  items.set(id, saved);
  return saved;
}
