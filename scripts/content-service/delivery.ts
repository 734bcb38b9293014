/** The Delivery, Preview and Sync APIs of the embedded content service. */
import { invalidQuery, notFound, tokenInvalid } from './errors.ts';
import { findEntries } from './query.ts';
import { environment, locale, spaceId, type SpaceStore } from './space.ts';
import { createSync } from './sync.ts';

export const deliveryToken = 'embedded-delivery-token';
export const previewToken = 'embedded-preview-token';

const toList = (items: readonly unknown[]) => ({
  sys: { type: 'Array' },
  total: items.length,
  skip: 0,
  limit: 1000,
  items,
});
const localeItem = { code: locale, name: locale, default: true, sys: { type: 'Locale' } };
const spaceItem = { sys: { type: 'Space', id: spaceId }, name: 'Sample space' };

interface DeliveryOptions {
  store: SpaceStore;
  contentTypes: readonly { sys: { id: string } }[];
}

interface DeliveryRequest {
  url: URL;
  authorization: string | undefined;
  /** Whether the request came to the host of the Preview API. */
  isPreview: boolean;
}

/**
 * Returns the path within the environment.
 * @throws {ServiceError} for an unknown token, space or environment
 */
function parsePath({ url, authorization, isPreview }: DeliveryRequest): string[] {
  const [, root, space, scope, name, ...rest] = url.pathname
    .replace(/\/$/, '')
    .split('/')
    .map(decodeURIComponent);
  if (root !== 'spaces') throw notFound();
  if (authorization !== `Bearer ${isPreview ? previewToken : deliveryToken}`) throw tokenInvalid();
  if (space !== spaceId) throw notFound({ type: 'Space', id: space });
  if (scope === undefined) return [];
  if (scope !== 'environments') throw notFound();
  if (name !== environment) throw notFound({ type: 'Environment', id: name, space });
  return rest;
}

export function createDelivery({ store, contentTypes }: DeliveryOptions) {
  const sync = createSync(store);

  const checkType = (id: string | null) => {
    if (id !== null && !contentTypes.some(({ sys }) => sys.id === id))
      throw invalidQuery('unknownContentType', ['content_type'], `"${id}" does not exist`);
  };

  /** Answers a request. @throws {ServiceError} */
  return function getAnswer(request: DeliveryRequest): unknown {
    const { url, isPreview } = request;
    const [collection, ...more] = parsePath(request);
    if (more.length > 0) throw notFound();
    const state = isPreview ? store.getSavedState() : store.getState();
    const parameters = url.searchParams;
    switch (collection) {
      case undefined:
        return spaceItem;
      case 'entries':
        checkType(parameters.get('content_type'));
        return findEntries(state, parameters);
      case 'sync':
        if (isPreview) throw notFound();
        return sync(parameters, `http://${url.host}${url.pathname}`);
      case 'content_types':
        return toList(contentTypes);
      case 'locales':
        return toList([localeItem]);
      default:
        throw notFound();
    }
  };
}
