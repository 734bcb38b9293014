/** A site as Netlify serves it: the files of a build with its headers and redirects, and its function for items. */
import { cp, readFile, rm, symlink } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inject } from 'vitest';
import { buildSite } from '#engine/commands/build.ts';
import { parseConfig } from '#engine/config.ts';
import { getMediaType } from '#engine/headers/index.ts';
import { getProjectRoot } from '#engine/declare/project.ts';
import { fixtureSpace } from '../../fixtures/space.ts';
import { openAccount } from '../../support/account.ts';
import { closing } from '../../support/closing.ts';
import { getHeaders, parseNetlifyHeaders } from '../../support/netlify-headers.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';
import { callBundles } from './call-bundle.ts';
import { startHttp } from './listen.ts';

/** Builds and serves the site of tests/fixtures/space.ts, whose address is the one of the other build. */
export async function openNetlifySite() {
  const settings = { NETLIFY: 'true', URL: parseConfig({}).site.url };
  const { service, config, folder } = closing(await openAccount(fixtureSpace, settings));
  await cp(inject('media'), join(config.dataDirectory, 'media'), { recursive: true });
  const dist = join(folder, 'dist');
  // The build loads packages from here; the function must do without.
  const packages = join(folder, 'node_modules');
  await symlink(join(getProjectRoot(), 'node_modules'), packages);
  await buildSite(config, dist, () => undefined);
  await rm(packages);
  const rules = parseNetlifyHeaders(await readFile(join(dist, '_headers'), 'utf8'));
  const redirect = await createRedirectEngine(await readFile(join(dist, '_redirects'), 'utf8'));
  const file = join(folder, '.netlify', 'v1', 'functions', 'live-page.mjs');

  const readBuilt = async (path: string) => {
    for (const name of [path, `${path}.html`, join(path, 'index.html')]) {
      const body = await readFile(join(dist, name)).catch(() => null);
      if (body) return { body, type: getMediaType(name) };
    }
    return null;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search, origin } = new URL(
      request.url ?? '',
      `http://${request.headers.host}`,
    );
    const found = await readBuilt(pathname);
    const moved = found ? null : await redirect(pathname);
    const { status, to } = moved ?? { status: 404, to: '/404' };
    if (!found && to.startsWith('/.netlify/')) {
      const asked = [{ file, url: origin + to + search }];
      const [answer] = await callBundles(service.account, asked, settings);
      if (!answer) throw new Error(`The function has no answer for ${pathname}.`);
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    const { body, type } = found ?? (await readBuilt(to)) ?? { body: '', type: '' };
    response.statusCode = found ? 200 : status;
    response.setHeader('content-type', type);
    for (const [name, values] of getHeaders(rules, pathname))
      response.setHeader(name, values.at(-1) ?? '');
    response.end(body);
  };
  const { url, close } = await startHttp((request, response) =>
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error))),
  );
  closing({ close });
  return {
    url,
    service,
    dist,
    function: file,
    /** Removes the page of an item, as if the item were newer than the build. */
    forget: (path: string) => rm(join(dist, `${path}.html`)),
  };
}
