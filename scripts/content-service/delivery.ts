/** The Delivery, Preview and Sync APIs of the embedded content service. */
import { notFound, tokenInvalid } from './errors.ts';
import { toList } from './listing.ts';
import type { DeliveredContentType } from './management/content-types.ts';
import { findEntries } from './query.ts';
import { environment, locale, spaceId, type SpaceStore } from './space.ts';
import { createSync } from './sync.ts';

export const deliveryToken = 'embedded-delivery-token';
export const previewToken = 'embedded-preview-token';

const localeItem = { code: locale, name: locale, default: true, sys: { type: 'Locale' } };
const spaceItem = { sys: { type: 'Space', id: spaceId }, name: 'Sample space' };

interface DeliveryOptions {
  store: SpaceStore;
  getContentTypes: () => readonly DeliveredContentType[];
}

interface DeliveryRequest {
  url: URL;
  authorization: string | undefined;
  /**
   * Whether the request came to the host of the Preview API. A path that begins with `/preview` does the
   * same.
   */
  isOnPreviewHost: boolean;
}

/**
 * Returns the path within the environment.
 * @throws {ServiceError} for an unknown token, space or environment
 */
function parsePath({ url, authorization }: DeliveryRequest, isPreview: boolean): string[] {
  const path = url.pathname.replace(/^\/preview(?=\/)/, '');
  const [, root, space, scope, name, ...rest] = path
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

export function createDelivery({ store, getContentTypes }: DeliveryOptions) {
  const sync = createSync(store);

  /** Answers a request. @throws {ServiceError} */
  return function getAnswer(request: DeliveryRequest): unknown {
    const { url, isOnPreviewHost } = request;
    const isPreview = isOnPreviewHost || url.pathname.startsWith('/preview/');
    const [collection, ...more] = parsePath(request, isPreview);
    if (more.length > 0) throw notFound();
    const state = isPreview ? store.getSavedState() : store.getState();
    const parameters = url.searchParams;
    switch (collection) {
      case undefined:
        return spaceItem;
      case 'entries':
        return findEntries(state, parameters);
      case 'sync':
        if (isPreview) throw notFound();
        return sync(parameters, `http://${url.host}${url.pathname}`);
      case 'content_types':
        return toList(getContentTypes());
      case 'locales':
        return toList([localeItem]);
      default:
        throw notFound();
    }
  };
}
