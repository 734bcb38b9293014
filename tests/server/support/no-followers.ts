/** For tests that look at pages alone: no share images follow a walk. */
import { vi } from 'vitest';
import type * as Walks from '#engine/pages/walk.ts';

vi.mock('#engine/pages/walk.ts', async (importOriginal) => {
  const { walk, ...others } = await importOriginal<typeof Walks>();
  return {
    ...others,
    walk: vi.fn<typeof walk>((site, options) => walk(site, { ...options, follows: false })),
  };
});
