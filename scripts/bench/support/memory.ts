import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const readNumbers = (text: string) => text.trim().split(/\s+/).filter(Boolean).map(Number);
const readOr = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Bytes of a process and its descendants; a page that several of them share counts once. */
async function readTree(pid: number, apart: number): Promise<number> {
  if (pid === apart) return 0;
  const rollup = await readOr(`/proc/${pid}/smaps_rollup`);
  const own = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  const children = readNumbers(await readOr(`/proc/${pid}/task/${pid}/children`));
  const others = await Promise.all(children.map((child) => readTree(child, apart)));
  return others.reduce((sum, bytes) => sum + bytes, own);
}

/**
 * Measures the peak memory of this process and all its descendants while `task` runs, by a sample every
 * quarter of a second.
 * @param apart id of a child that does not count
 * @returns the result of `task`, and bytes; 0 where `/proc` is not that of Linux
 */
export async function measureMemory<T>(
  task: () => Promise<T>,
  apart: number,
): Promise<{ result: T; memory: number }> {
  let memory = 0;
  const ending = new AbortController();
  const sample = async () => {
    while (!ending.signal.aborted) {
      memory = Math.max(memory, await readTree(process.pid, apart));
      await wait(250, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const sampling = sample();
  const result = await task().finally(() => ending.abort());
  await sampling;
  return { result, memory };
}
