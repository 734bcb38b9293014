import type { Overview, Read } from './read.ts';

/** Beside the pages of every built site: what was built, for editors and for those who compare. */
export const receiptName = 'build.json';

export interface BuildReceipt extends Omit<Overview, 'status'> {
  /** Differs from release to release. */
  release: string;
  /** ISO 8601 */
  builtAt: string;
}

/** The receipt as text, of the content that was rendered. */
export async function renderBuildReceipt(
  read: Read,
  release: string,
  builtAt: string,
): Promise<string> {
  const { status: _, ...overview } = await read({ type: 'overview' });
  const receipt: BuildReceipt = { release, ...overview, builtAt };
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
