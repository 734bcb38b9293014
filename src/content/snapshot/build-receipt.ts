import type { Overview, Read } from './read.ts';

/** The file in every built site that says what was built, for editors and for comparisons. */
export const receiptName = 'build.json';

export interface BuildReceipt extends Omit<Overview, 'status'> {
  /** Unique for each release. */
  release: string;
  /** ISO 8601 */
  builtAt: string;
}

/** Renders the receipt of the content that was rendered. */
export async function renderBuildReceipt(
  read: Read,
  release: string,
  builtAt: string,
): Promise<string> {
  const { status: _, ...overview } = await read({ type: 'overview' });
  const receipt: BuildReceipt = { release, ...overview, builtAt };
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
