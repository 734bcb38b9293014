/**
 * Runs the embedded content service in a process of its own (service-process.ts), with the sample and as many posts
 * as the argument says. The process sends its account, publishes the entries that it is sent, and ends when its
 * parent ends.
 */
import { sampleSpace } from '../../content-service/sample/index.ts';
import { startContentService, type RawEntry } from '../../content-service/service.ts';
import { makePost } from './published-site.ts';

const posts = Array.from({ length: Number(process.argv[2]) }, (_, number) => makePost(number));
const space = { ...sampleSpace, entries: [...sampleSpace.entries, ...posts] };
const service = await startContentService({ space });
const send = (message: object) => process.send?.(message);
process.on('message', (entry: RawEntry) => send(service.publish(entry).sys));
process.once('disconnect', () => process.exit());
send(service.account);
