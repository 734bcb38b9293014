/**
 * Imported by tests that look at pages alone: a release is followed by no process, which would draw share
 * images and make the search index.
 */
import { vi } from 'vitest';
import type * as Processes from '../../../src/engine/publish/process.ts';

vi.mock('../../../src/engine/publish/process.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Processes>()),
  followUp: () => Promise.resolve({ failures: [], shareImages: [] }),
}));
