/** Creates a function that runs `task`. Calls during a run share the next run. */
export function createSharedRun(task: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | null = null;
  return () =>
    (next ??= running
      .catch(() => undefined) // its own callers got the error
      .then(() => {
        next = null;
        running = task();
        return running;
      }));
}
