/** What follows a release and no page waits for, in a process of its own: the share images of new pages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasKey } from '../../../content/unknown.ts';
import { shareFolder } from '../../../share-images/card.ts';
import { openShareImages } from '../../../share-images/store.ts';
import { listReleaseFiles, readRelease } from './release.ts';

async function followUp(dataDirectory: string): Promise<void> {
  const siteDirectory = join(dataDirectory, 'site');
  const release = await readRelease(siteDirectory);
  if (!release) return;
  const shareImages = await openShareImages(join(dataDirectory, shareFolder));
  for (const [name, path] of listReleaseFiles(siteDirectory, release))
    if (name.endsWith('.html')) await shareImages.keep(await readFile(path, 'utf8'));
}

const input: unknown = JSON.parse(await text(process.stdin));
if (!hasKey(input, 'dataDirectory') || typeof input.dataDirectory !== 'string')
  throw new Error('This is no input.');
await followUp(input.dataDirectory);
