/** The Delivery, Preview and Sync APIs of the embedded content service. */
import { badRequest, invalidQuery, notFound, tokenInvalid } from './errors.ts';
import { findItems } from './query.ts';
import { createLocalizer, environment, spaceId, type Locale, type State } from './space.ts';
import { answerSync } from './sync.ts';

export const deliveryToken = 'embedded-delivery-token';
export const previewToken = 'embedded-preview-token';

const toList = (items: readonly unknown[], limit = 1000) => ({
  sys: { type: 'Array' },
  total: items.length,
  skip: 0,
  limit,
  items: items.slice(0, limit),
});
const spaceItem = { sys: { type: 'Space', id: spaceId }, name: 'Sample space' };

export interface ContentTypeItem {
  sys: { id: string };
  fields: readonly { id: string }[];
}

interface DeliveryRequest {
  url: URL;
  authorization: string | undefined;
  /** Whether the request came to the host of the Preview API. */
  isPreview: boolean;
  state: State;
  contentTypes: readonly ContentTypeItem[];
  locales: readonly Locale[];
}

/** Answers a request. @throws {ServiceError} */
export function getAnswer(request: DeliveryRequest): unknown {
  const { url, authorization, isPreview, state, contentTypes, locales } = request;
  const [, root, space, ...scope] = url.pathname.split('/').map(decodeURIComponent);
  if (root !== 'spaces') throw notFound;
  if (authorization !== `Bearer ${isPreview ? previewToken : deliveryToken}`) throw tokenInvalid;
  if (space !== spaceId) throw notFound;
  const parameters = url.searchParams;
  const contentType = parameters.get('content_type');
  const main = locales[0]?.code ?? '';
  const code = parameters.get('locale') ?? main;
  const find = (kind: 'Entry' | 'Asset') => {
    if (!locales.some((one) => one.code === code)) throw badRequest(`Unknown locale: ${code}`);
    const type = contentTypes.find(({ sys }) => sys.id === contentType);
    const names = type?.fields.map(({ id }) => id) ?? [];
    return findItems({ kind, state, parameters, toLocal: createLocalizer(code, locales), names });
  };
  switch (scope.join('/')) {
    case '':
      return spaceItem;
    case `environments/${environment}/entries`:
      if (contentType !== null && !contentTypes.some(({ sys }) => sys.id === contentType))
        throw invalidQuery('unknownContentType', 'content_type', `"${contentType}" does not exist`);
      return find('Entry');
    case `environments/${environment}/assets`:
      return find('Asset');
    case `environments/${environment}/sync`:
      if (isPreview) throw notFound;
      return answerSync(state, parameters, `http://${url.host}${url.pathname}`);
    case `environments/${environment}/content_types`:
      return toList(contentTypes, Number(parameters.get('limit') ?? 100));
    case `environments/${environment}/locales`:
      return toList(locales.map((one) => ({ ...one, name: one.code, default: one.code === main })));
    default:
      throw notFound;
  }
}
