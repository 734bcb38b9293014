/** A content service with the sample and as many posts as the argument says. It publishes what its parent sends. */
import { sampleSpace } from '../../sample/index.ts';
import { startContentService, type RawEntry } from '#engine/stand-in/service.ts';
import { makePost } from './published-site.ts';

const posts = Array.from({ length: Number(process.argv[2]) }, (_, number) => makePost(number));
const space = { ...sampleSpace, entries: [...sampleSpace.entries, ...posts] };
const service = await startContentService({ space });
const send = (message: object) => process.send?.(message);
process.on('message', (entry: RawEntry) => send(service.publish(entry).sys));
process.once('disconnect', () => process.exit());
send(service.account);
