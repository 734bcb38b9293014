/**
 * The embedded content service with the sample space, in the process that content-source.ts starts: it
 * says how it is reached, and ends with the process that started it.
 */
import type { ContentfulConfig } from '../src/config.ts';
import { sampleSpace } from '../src/content/sample/index.ts';
import { startContentService } from './content-service.ts';

const service = await startContentService({ space: sampleSpace });
const { spaceId, token, previewToken, previewHost, environment, host } = service;
const account: ContentfulConfig = {
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

// Whoever presses Ctrl-C stops the server, which may still read.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('close', () => process.exit());
