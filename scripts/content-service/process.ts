/**
 * Runs the embedded content service in a process of its own (content-source.ts), with the space that a module
 * exports. The process sends its account, publishes the entries that it is sent, and ends when its parent ends.
 */
import { startContentService, type RawEntry, type Space } from './service.ts';

const [, , module = ''] = process.argv;
const { sampleSpace: space } = (await import(module)) as { sampleSpace: Space };
const service = await startContentService({ space });
const send = (message: object) => process.send?.(message);
process.on('message', (entry: RawEntry) => send(service.publish(entry).sys));
process.once('disconnect', () => process.exit());
// Ctrl-C reaches this process too, but the server may still be reading.
process.on('SIGINT', () => undefined);
send(service.account);
