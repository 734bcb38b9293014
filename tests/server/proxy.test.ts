/** The site behind Debian's nginx with the settings of `.deploy/nginx.conf`: the proxy changes no answer. */
import { spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exchangeBytes } from './support/exchange.ts';
import { startHttp } from './support/listen.ts';
import { closing } from '../support/closing.ts';
import { createServedFiles } from './support/served-files.ts';

/** Starts nginx in front of a server, without TLS. @returns its URL */
async function startNginx(behind: string, folder: string): Promise<string> {
  // A port that was free a moment ago.
  const { url, close } = await startHttp(() => undefined);
  close();
  const site = (await readFile('.deploy/nginx.conf', 'utf8'))
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replaceAll(/^\s+(?:ssl_|listen \[).*$/gm, '')
    .replace('443 ssl http2', new URL(url).host)
    .replace('127.0.0.1:4321', new URL(behind).host);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  const own = `daemon off; master_process off; pid ${join(folder, 'pid')}; events {}`;
  await writeFile(file, `${own} http { access_log off; ${folders.join(' ')}\n${site}}`);
  const child = spawn('nginx', ['-e', 'stderr', '-c', file], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  await expect.poll(() => fetch(url).then(({ ok }) => ok)).toBe(true);
  return url;
}

const host = 'Host: www.example.com';
// nginx itself refuses a path that leads above the root or contains a NUL, and takes the name of any host.
const targets =
  String.raw`/ /services /services/ /services/// /services?a=%20&b=/ /?live /services? /caf%C3%A9
  /caf%c3%a9 /%73ervices /services%2F /blog%2Fpost /a%5cb /%3F // //evil.test/ //evil.test// /services//
  /./services /services/../contact /% /%zz /caf%E9 /%c0%ae /a"b /a<b> /a|b /a\b /a;b=c,d+e:f@g /nothing /blog/new
  /blog/new/ /services/no /api/health /api/health/ /api/no http://www.example.com/services
  http://www.example.com?a=b http://www.example.com/%zz /services#part services /${'a'.repeat(7000)}`.split(
    /\s+/,
  );
const requests = [
  ...targets.map((target) => `GET ${target} HTTP/1.1\r\n${host}`),
  ...['', ' a b', ' a/b', ' a\r\nHost: a'].map((name) => `GET / HTTP/1.1\r\nHost:${name}`),
  ...['GET / HTTP/1.1', 'GET /services HTTP/1.0', 'nonsense', `get / HTTP/1.1\r\n${host}`],
  ...['PUT /services', 'DELETE /contact', 'HEAD /services', 'FOO /', 'OPTIONS *'].map(
    (line) => `${line} HTTP/1.1\r\n${host}`,
  ),
  ...['/contact', '/contact/', '/services'].map(
    (path) => `POST ${path} HTTP/1.1\r\n${host}\r\nContent-Length: 0`,
  ),
  `POST /contact HTTP/1.1\r\n${host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked`,
];

test.runIf(process.env.FULL_SCALE === '1')(
  'every request is answered through nginx as without it',
  async ({ skip }) => {
    if (spawnSync('nginx', ['-v']).error) skip('nginx is not installed: apt-get install nginx');
    const names = ['index', 'services', 'contact', 'café', 'live/blog', '404'];
    const site = await createServedFiles(
      Object.fromEntries(names.map((name) => [`${name}.html`, `<!doctype html><p>${name}`])),
    );
    const server = closing(await site.start({ SITE_URL: 'https://www.example.com' }));
    const proxy = await startNginx(server.url, site.dataPath);
    const ask = async (url: string, request: string) => {
      const answer = await exchangeBytes(url, `${request}\r\nConnection: close\r\n\r\n`);
      return [request, answer.slice(9, 12), /^location: (.*)$/im.exec(answer)?.[1]];
    };
    for (const request of requests)
      expect(await ask(proxy, request)).toEqual(await ask(server.url, request));
  },
);
