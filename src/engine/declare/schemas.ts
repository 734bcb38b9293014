/** Parts of the schemas of a declaration. A message is the end of a sentence that begins with the key of the part. */
import * as v from 'valibot';

export const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
export const path = v.pipe(
  text,
  v.regex(/^\/(?:[^?#]*[^?#/])?$/, 'must be a path that begins with / and does not end with one'),
);
export const flag = v.boolean('must be true or false');

const wholeNumber = 'must be a whole number from 1 on';
export const count = v.pipe(
  v.number(wholeNumber),
  v.integer(wholeNumber),
  v.minValue(1, wholeNumber),
);

export const listOf = <T extends v.GenericSchema>(item: T) =>
  v.pipe(v.array(item, 'must be a list'), v.readonly());

export const functionOf = <F>() =>
  v.custom<F>((given) => typeof given === 'function', 'must be a function');

export const describeObject = ({ expected }: v.BaseIssue<unknown>) =>
  expected === 'Object' ? 'must be an object' : 'is missing';

/** An object with these keys and no others. @param what names the object: 'a site' */
export const objectOf = <E extends v.ObjectEntries>(what: string, entries: E) =>
  v.strictObject(entries, (issue) =>
    issue.expected === 'never'
      ? `is no part of ${what}, which may have ${Object.keys(entries).join(', ')}`
      : describeObject(issue),
  );
