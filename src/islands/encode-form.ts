/** Encodes a form's values as HTML does. */
export const encodeForm = (values: FormData) =>
  new URLSearchParams(
    Array.from(values, ([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
