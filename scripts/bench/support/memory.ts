import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The text of a file of `/proc`; '' for a process that has ended. */
const readOr = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Bytes of a process and its descendants, as the kernel counts them: each one's own, and the most that one shares. */
async function readTree(pid: number, apart: number): Promise<{ own: number; shared: number }> {
  if (pid === apart) return { own: 0, shared: 0 };
  const status = await readOr(`/proc/${pid}/status`);
  const getBytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  const children = await readOr(`/proc/${pid}/task/${pid}/children`);
  const others = await Promise.all(
    Array.from(children.matchAll(/\d+/g), ([child]) => readTree(Number(child), apart)),
  );
  return {
    own: others.reduce((sum, { own }) => sum + own, getBytes('RssAnon')),
    shared: Math.max(
      getBytes('RssFile') + getBytes('RssShmem'),
      ...others.map(({ shared }) => shared),
    ),
  };
}

/** The most memory of this process and its descendants, but for `apart`, while `task` runs; 0 without `/proc`. */
export async function measureMemory<T>(task: () => Promise<T>, apart: number) {
  let memory = 0;
  const ending = new AbortController();
  const sample = async () => {
    while (!ending.signal.aborted) {
      const { own, shared } = await readTree(process.pid, apart);
      memory = Math.max(memory, own + shared);
      await wait(250, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const sampling = sample();
  const result = await task().finally(() => ending.abort());
  await sampling;
  return { result, memory };
}
