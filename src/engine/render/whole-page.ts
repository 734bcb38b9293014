/** Looks at a page before anybody is sent it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OwnError, StoreError } from '../log.ts';

/** Begins with rare text, so that the search is fast. */
const ownFiles = /="\/(?<=(?:src|href)="\/)((?:_astro|media)\/[^"?#]+)"/g;

interface Folders {
  /** Of the scripts and styles of the code. */
  client: string;
  /** `DATA_DIR`, which has the pictures. */
  dataDirectory: string;
}

/**
 * @param text of a page; null for any other file
 * @throws {OwnError} for a page that is not fit for visitors
 * @throws {StoreError} for a picture that is not there: the next pull makes the picture again
 */
export function requireWholePage(
  path: string,
  status: number,
  text: string | null,
  { client, dataDirectory }: Folders,
): void {
  const expected = path === '/404' ? 404 : 200;
  if (status !== expected) throw new OwnError(`it was rendered with status ${status}`);
  if (text === null) return;
  // A page of plain Astro may be without <html>, or have scripts behind it.
  if (text.includes('<html') && !text.includes('</html>')) throw new OwnError('it ends too early');
  if (text.includes('/_image?')) throw new OwnError('it asks for an image at request time');
  for (const [, name = ''] of text.matchAll(ownFiles)) {
    const isPicture = name.startsWith('media/');
    if (existsSync(join(isPicture ? dataDirectory : client, name))) continue;
    throw new (isPicture ? StoreError : OwnError)(`it asks for ${name}, which is not there`);
  }
}
