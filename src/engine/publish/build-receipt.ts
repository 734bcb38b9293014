import type { Overview, Read } from '../content/read.ts';

/**
 * The build receipt: a file of every built site that tells editors and commands which content was built.
 */
export const receiptName = 'build.json';

export interface BuildReceipt extends Omit<Overview, 'status'> {
  /** Unique for each release. */
  release: string;
  /** ISO 8601 */
  builtAt: string;
}

/** Renders the receipt of a release. */
export async function renderBuildReceipt(
  read: Read,
  release: string,
  builtAt: string,
): Promise<string> {
  const { status: _, ...overview } = await read({ type: 'overview' });
  const receipt: BuildReceipt = { release, ...overview, builtAt };
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
