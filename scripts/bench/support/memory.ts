import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The text of a file of `/proc`; '' for a process that has ended. */
const readOr = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Bytes of a process and its descendants, as the kernel counts them: each one's own, and the most that one shares. */
async function readTree(pid: number): Promise<{ own: number; shared: number }> {
  const status = await readOr(`/proc/${pid}/status`);
  const getBytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  const children = await readOr(`/proc/${pid}/task/${pid}/children`);
  const others = await Promise.all(
    Array.from(children.matchAll(/\d+/g), ([child]) => readTree(Number(child))),
  );
  return {
    own: others.reduce((sum, { own }) => sum + own, getBytes('RssAnon')),
    shared: Math.max(
      getBytes('RssFile') + getBytes('RssShmem'),
      ...others.map(({ shared }) => shared),
    ),
  };
}

/** The most megabytes of a process and its descendants while `task` runs; 0 without `/proc`. */
export async function measureMemory<T>(
  pid: number | undefined,
  task: () => Promise<T>,
): Promise<[result: T, megabytes: number]> {
  let most = 0;
  const ending = new AbortController();
  const sample = async () => {
    while (pid !== undefined && !ending.signal.aborted) {
      // A process of the task before may still be ending.
      await wait(250, undefined, { signal: ending.signal }).catch(() => undefined);
      const { own, shared } = await readTree(pid);
      most = Math.max(most, own + shared);
    }
  };
  const sampling = sample();
  const result = await task().finally(() => ending.abort());
  await sampling;
  return [result, Math.round(most / 1e6)];
}
