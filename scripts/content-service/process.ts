/**
 * Runs the embedded content service with the sample space in a separate process (content-source.ts). The
 * process prints its account, and ends when its parent ends.
 */
import { sampleSpace } from './sample/index.ts';
import { startContentService } from './service.ts';

const service = await startContentService({ space: sampleSpace });
process.stdout.write(JSON.stringify(service.account));
process.stdout.end();

// Ctrl-C reaches this process too, but the server may still be reading.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('close', () => process.exit());
