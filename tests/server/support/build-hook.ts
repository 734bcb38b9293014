import { createServer } from 'node:http';
import { listen } from './listen.ts';

/** A build hook of Netlify that counts its calls and returns a chosen status. */
export async function startBuildHook() {
  const calls: string[] = [];
  const server = createServer(({ method = '', url = '' }, response) => {
    calls.push(`${method} ${url}`);
    response.writeHead(hook.status).end();
  });
  const hook = {
    calls,
    status: 200,
    url: `http://${await listen(server)}/build_hooks/secret-of-the-hook`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return hook;
}

export type BuildHook = Awaited<ReturnType<typeof startBuildHook>>;
