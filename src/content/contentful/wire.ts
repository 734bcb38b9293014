import { hasKey, isRecord } from '../../rules/unknown.ts';

/** Reads the envelope of an entry or asset, as the content service sends it. */

const getSys = (item: unknown) => (hasKey(item, 'sys') && isRecord(item.sys) ? item.sys : {});

/** `sys.id` of an item, null without. */
export const getId = (item: unknown) => {
  const { id } = getSys(item);
  return typeof id === 'string' ? id : null;
};

/** `sys.revision` of an item: how often it was published; 0 without. */
export const getRevision = (item: unknown) => {
  const { revision } = getSys(item);
  return typeof revision === 'number' ? revision : 0;
};

/** Id of an entry's content type, '' without. */
export const getContentType = (item: unknown) => getId(getSys(item).contentType) ?? '';

const getTime = (item: unknown, name: 'createdAt' | 'updatedAt') => {
  const time = getSys(item)[name];
  return typeof time === 'string' ? time : '';
};

/** `sys.createdAt` of an item, '' without. */
export const getCreatedAt = (item: unknown) => getTime(item, 'createdAt');

/** `sys.updatedAt` of an item, '' without. */
export const getUpdatedAt = (item: unknown) => getTime(item, 'updatedAt');

/** `fields` of an item, none without. */
export const getFields = (raw: unknown): Readonly<Record<string, unknown>> =>
  hasKey(raw, 'fields') && isRecord(raw.fields) ? raw.fields : {};
