import { expect, test } from 'vitest';
import { findSampleFacts, firmParts } from '../../../scripts/command-line/sample-facts.ts';

test('every part of the sample firm is recognized as sample', () => {
  const files = findSampleFacts().map((line) => line.split(' is still sample: ')[0]);
  expect(files).toEqual(firmParts.map(({ file }) => file));
});
