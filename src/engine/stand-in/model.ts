/** The content model as editors see it, in Contentful's terms, made from the collections of the site. */
import { collections } from '../site.ts';
import { getLinkedTypes, type Collection, type Field } from '../declare/collections.ts';
import { getWireName, getWireType } from '../content/contentful/index.ts';
import { getNameField, kinds, type KindModel } from '../content/index.ts';
import { environment, linkTo, spaceId } from './space.ts';

function toFieldModel(key: string, field: Field, collection: Collection) {
  const { kind, name, help, required = false, isLong, hasTime, choices, validations = [] } = field;
  const model: KindModel = {
    ...kinds[kind].model,
    ...(isLong && { type: 'Text', widget: 'multipleLine' }),
    ...(hasTime && { settings: { format: 'timeZ', ampm: '24' } }),
    ...(validations.some((one) => one.in) && { widget: 'dropdown' }),
  };
  const types = getLinkedTypes(collection, field);
  const all = [
    ...(model.validations ?? []),
    ...(choices ? [{ in: [...choices] }] : []),
    ...(types.length > 0 ? [{ linkContentType: types.map(getWireType) }] : []),
    ...validations,
  ];
  return { ...model, id: getWireName(key, field), name, help, required, validations: all };
}

/** The fields of a content type by their names on the site. */
export const getModel = (collection: Collection) =>
  Object.fromEntries(
    Object.entries(collection.fields).map(([key, field]) => [
      key,
      toFieldModel(key, field, collection),
    ]),
  );

/** The field by which editors find an entry. */
function getDisplayField(collection: Collection): string {
  const name = getNameField(collection);
  return getWireName(name, collection.fields[name]);
}

/** The items of `/content_types`. */
export const contentTypes = collections.map((collection) => ({
  sys: {
    space: linkTo('Space', spaceId),
    id: getWireType(collection),
    type: 'ContentType',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    environment: linkTo('Environment', environment),
    publishedVersion: 3,
    revision: 1,
  },
  displayField: getDisplayField(collection),
  name: collection.title,
  description: collection.help,
  fields: Object.values(getModel(collection)).map((model) => {
    const { id, name, type, linkType, required, validations } = model;
    const field = { id, name, type, localized: false, required, disabled: false, omitted: false };
    if (type !== 'Array') return { ...field, validations, ...(linkType && { linkType }) };
    // Of a list of links each link is checked.
    const items = linkType
      ? { type: 'Link', linkType, validations }
      : { type: 'Symbol', validations: [] };
    return { ...field, validations: linkType ? [] : validations, items };
  }),
}));
