/** What Netlify has beside its functions, on this machine. */
import { buffer } from 'node:stream/consumers';
import { setEnvironmentContext } from '@netlify/blobs';
import { startHttp } from './listen.ts';

/** Starts Netlify Blobs in memory, for every store opened afterwards. A path is `/site/store/key`. */
export async function startBlobs() {
  const values = new Map<string, { body: Buffer; etag: string }>();
  let writes = 0;
  const blobs = await startHttp(async (request, response) => {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://blobs.test');
    const known = values.get(pathname);
    const { host = '', 'if-match': expected, 'if-none-match': isNew } = request.headers;
    // What another instance wrote is late at the edge, and only past addresses may be late.
    if (host.startsWith('localhost') && !pathname.includes('addresses'))
      response.writeHead(500).end();
    else if (request.method === 'DELETE') {
      values.delete(pathname);
      response.writeHead(204).end();
    } else if (request.method === 'PUT') {
      const isRefused = isNew ? known : expected !== undefined && expected !== known?.etag;
      writes += 1;
      const etag = `"${writes}"`;
      if (!isRefused) values.set(pathname, { body, etag });
      response.writeHead(isRefused ? 412 : 200, { etag }).end();
    } else if (pathname.split('/').length > 3) {
      response.writeHead(known ? 200 : 404, known && { etag: known.etag }).end(known?.body);
    } else {
      const keys = [...values.keys()].map((path) => path.replace(`${pathname}/`, ''));
      const prefix = searchParams.get('prefix') ?? '';
      const listed = keys.filter((key) => !key.startsWith('/') && key.startsWith(prefix));
      response.end(JSON.stringify({ blobs: listed.map((key) => ({ key })) }));
    }
  });
  const { url } = blobs;
  const edgeURL = url.replace('127.0.0.1', 'localhost');
  setEnvironmentContext({ edgeURL, uncachedEdgeURL: url, siteID: 'site', token: 'token' });
  return blobs;
}

/** Starts a build hook that counts its calls and returns a chosen status. */
export async function startBuildHook() {
  const hook = { calls: [] as string[], status: 200 };
  const { url, close } = await startHttp((request, response) => {
    hook.calls.push(`${request.method} ${request.url}`);
    response.writeHead(hook.status).end();
  });
  return Object.assign(hook, { url: `${url}/build_hooks/secret-of-the-hook`, close });
}
