/** Measures how many seconds a task takes. */
export async function measureSeconds(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return getSecondsSince(start);
}

/** @param start a time of `performance.now()` */
export const getSecondsSince = (start: number): number => (performance.now() - start) / 1000;
