import { once } from 'node:events';
import { createServer } from 'node:http';

/** A build hook of Netlify that counts its calls and returns a chosen status. */
export async function startBuildHook() {
  const calls: string[] = [];
  const hook = { calls, status: 200, url: '', close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    calls.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.statusCode = hook.status;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The hook has no port.');
  hook.url = `http://127.0.0.1:${address.port}/build_hooks/secret-of-the-hook`;
  hook.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return hook;
}

export type BuildHook = Awaited<ReturnType<typeof startBuildHook>>;
