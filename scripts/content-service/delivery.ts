/** The Delivery, Preview and Sync APIs of the embedded content service. */
import { invalidQuery, notFound, tokenInvalid } from './errors.ts';
import { findEntries } from './query.ts';
import { environment, locale, spaceId, type State } from './space.ts';
import { sync } from './sync.ts';

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

interface DeliveryRequest {
  url: URL;
  authorization: string | undefined;
  /** Whether the request came to the host of the Preview API. */
  isPreview: boolean;
  state: State;
  contentTypes: readonly { sys: { id: string } }[];
}

/** Answers a request. @throws {ServiceError} */
export function getAnswer(request: DeliveryRequest): unknown {
  const { url, authorization, isPreview, state, contentTypes } = request;
  const [, root, space, ...scope] = url.pathname.split('/').map(decodeURIComponent);
  if (root !== 'spaces') throw notFound;
  if (authorization !== `Bearer ${isPreview ? previewToken : deliveryToken}`) throw tokenInvalid;
  if (space !== spaceId) throw notFound;
  const parameters = url.searchParams;
  const contentType = parameters.get('content_type');
  switch (scope.join('/')) {
    case '':
      return spaceItem;
    case `environments/${environment}/entries`:
      if (contentType !== null && !contentTypes.some(({ sys }) => sys.id === contentType))
        throw invalidQuery('unknownContentType', 'content_type', `"${contentType}" does not exist`);
      return findEntries(state, parameters);
    case `environments/${environment}/sync`:
      if (isPreview) throw notFound;
      return sync(state, parameters, `http://${url.host}${url.pathname}`);
    case `environments/${environment}/content_types`:
      return toList(contentTypes);
    case `environments/${environment}/locales`:
      return toList([localeItem]);
    default:
      throw notFound;
  }
}
