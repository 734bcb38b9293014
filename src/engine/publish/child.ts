/** The child's side of process.ts. */
import * as v from 'valibot';

/** Ends this process when its parent ends, however that happens: the system then closes their channel. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1));
  // The parent may have ended while this process loaded its files, before anybody listened.
  if (process.send && !process.connected) process.exit(1);
  // The channel alone must not keep this process running.
  process.channel?.unref();
}

/** Reports how much of some long work is done. */
export type OnProgress = (label: string, done: number, total: number) => void;

/** Milliseconds between two reports. */
const reportEvery = 200;

/**
 * Answers each task of the parent with one message, until the parent lets this process end.
 * @param schema a task
 * @param perform returns null for a task that needs no answer
 */
export function performTasks<Task>(
  schema: v.GenericSchema<unknown, Task>,
  perform: (task: Task, onProgress: OnProgress) => Promise<object | null>,
): void {
  endWithParent();
  let reported = 0;
  const onProgress: OnProgress = (label, done, total) => {
    if (done < total && performance.now() - reported < reportEvery) return;
    reported = performance.now();
    process.send?.({ progress: [label, done, total] });
  };
  process.channel?.ref();
  process.on('message', (message) => {
    void perform(v.parse(schema, message), onProgress).then(
      (answer) => answer && process.send?.({ answer }),
    );
  });
}
