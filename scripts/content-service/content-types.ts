import { getWireName, getWireType } from '#engine/content/contentful/index.ts';
import { contentModel, type FieldModel, type FieldType } from './model.ts';
import { environment, linkTo, spaceId } from './space.ts';

/** Field name to type; undefined for a content type that does not exist. */
export const getFieldTypes = (contentType: string): Map<string, FieldType> | undefined => {
  const model = Object.entries(contentModel).find(([id]) => getWireType(id) === contentType);
  if (!model) return undefined;
  const [own, { fields }] = model;
  return new Map(Object.entries(fields).map(([id, { type }]) => [getWireName(own, id), type]));
};

/** The items of `/content_types`. */
export const contentTypes = Object.entries(contentModel).map(
  ([id, { name, description, fields }]) => ({
    sys: {
      space: linkTo('Space', spaceId),
      id: getWireType(id),
      type: 'ContentType',
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
      environment: linkTo('Environment', environment),
      publishedVersion: 3,
      revision: 1,
    },
    displayField: getWireName(id, 'title'),
    name,
    description,
    fields: Object.entries<FieldModel>(fields).map(
      ([field, { name: label, type, required, validations }]) => ({
        id: getWireName(id, field),
        name: label,
        type,
        localized: false,
        required,
        validations,
        ...(type === 'Link' && { linkType: 'Asset' }),
        ...(type === 'Array' && { items: { type: 'Symbol', validations: [] } }),
        disabled: false,
        omitted: false,
      }),
    ),
  }),
);
