/**
 * Runs the embedded content service with the sample space in a separate process (content-source.ts). The
 * process prints its account, and ends when its parent ends.
 */
import { sampleSpace } from './sample/index.ts';
import { startContentService } from './service.ts';
import type { ContentfulAccount } from '../../src/content/contentful/account.ts';

const service = await startContentService({ space: sampleSpace });
const { spaceId, token, previewToken, previewHost, environment, host } = service;
const account: ContentfulAccount = {
  spaceId,
  deliveryToken: token,
  previewToken,
  previewHost,
  showsDrafts: false,
  environment,
  host,
  insecure: true,
};
process.stdout.write(JSON.stringify(account));
process.stdout.end();

// Ctrl-C reaches this process too, but the server may still be reading.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('close', () => process.exit());
