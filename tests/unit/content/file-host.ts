/** A host of files, and the pictures and assets of tests. */
import { createServer } from 'node:http';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import type { AssetFile } from '../../../src/engine/content/pull/media/types.ts';

export type Answer = Buffer | number | 'cut';

/** Starts a host of files that counts its requests. */
export async function openHost(files: Record<string, Answer>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const answer = files[path] ?? 404;
    if (answer === 'cut') {
      request.socket.destroy();
    } else if (typeof answer === 'number') {
      response.writeHead(answer).end();
    } else {
      response.end(answer);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    requests,
    host: `http://127.0.0.1:${port}`,
    account: { host: `127.0.0.1:${port}`, insecure: true },
  };
}

export const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8b4513' } });

export const gif = await draw(20, 10).gif().toBuffer();
export const halfJpeg = (await draw(900, 900).jpeg().toBuffer()).subarray(0, 400);

export const fileOf = (
  url: string,
  contentType: string,
  more: Partial<AssetFile> = {},
): AssetFile => ({
  url,
  contentType,
  fileName: url.split('/').at(-1) ?? '',
  width: null,
  height: null,
  size: null,
  ...more,
});

export function collect() {
  const problems: string[] = [];
  return { problems, onProblem: (problem: string) => void problems.push(problem) };
}

export const none = () => expect.unreachable();
