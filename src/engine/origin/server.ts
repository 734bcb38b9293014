/** The process of the origin: Astro's own server of one bundle, behind a socket that the front asks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithParent } from '../processes/index.ts';
import { task } from './protocol.ts';

/** What the bundle exports: the middleware mode of Astro's Node adapter. */
interface Entry {
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

endWithParent();

const { directory, socket } = task;
const { href } = pathToFileURL(join(directory, 'server', 'entry.mjs'));
const { handler } = (await import(href)) as Entry;
// The front keeps its connections open, and ends what takes too long.
const limits = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 };
createServer(limits, (request, response) => void handler(request, response)).listen(socket, () =>
  process.send?.('listening'),
);
