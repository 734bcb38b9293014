import fc from 'fast-check';

/** Any Unicode character. The unit `binary` of fast-check first makes a table of all, for most of a second. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
