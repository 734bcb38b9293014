import type { Overview, Read } from '../content/read.ts';

/** Tells which content was built; every built site has it as a file. */
export interface BuildReceipt extends Overview {
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
  const receipt: BuildReceipt = { release, ...(await read({ type: 'overview' })), builtAt };
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
