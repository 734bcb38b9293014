import { expect, test } from 'vitest';
import { describeDiskError } from '../../../src/engine/disk/index.ts';
import { diskFaults } from '../../server/support/disk-fault.ts';

test.for(diskFaults)('the error code %s is one sentence for the operator', ([code, sentence]) => {
  const error = Object.assign(new Error('as Node says'), { code, syscall: 'open' });
  expect(describeDiskError(error)).toBe(sentence);
  expect(describeDiskError(Object.assign(error, { syscall: 'listen' }))).toBeNull();
});
