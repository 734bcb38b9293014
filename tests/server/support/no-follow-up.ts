/** For tests that look at pages alone: no share images and no search index are made after a release. */
import { vi } from 'vitest';
import type * as Processes from '../../../src/engine/publish/process.ts';

vi.mock('../../../src/engine/publish/process.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Processes>()),
  followUp: vi.fn(() => Promise.resolve({ failures: [], isDamaged: false })),
}));
