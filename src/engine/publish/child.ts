/** A process of our own and its parent: both sides of their channel. */
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
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

export interface ProcessOptions {
  dataDirectory: string;
  /** Runs only while the machine is otherwise idle. */
  background?: boolean | undefined;
  /** Aborting kills the process. */
  signal?: AbortSignal | undefined;
  /** Megabytes. */
  memoryLimit?: number;
}

export interface StartedProcess {
  isRunning: () => boolean;
  /** Sends a task without waiting for an answer. */
  send: (task: object) => void;
  /**
   * Sends a task and waits for its answer at most `timeLimit` milliseconds.
   * @returns undefined when the process ended without an answer; null when the time ran out and the process
   *   was killed
   */
  ask: (task: object, timeLimit: number, onProgress?: OnProgress) => Promise<unknown>;
  /** Ends the process. */
  end: () => void;
}

/** Each message names its task, because a process may have several at once. */
const messageSchema = v.union([
  v.object({ id: v.number(), progress: v.tuple([v.string(), v.number(), v.number()]) }),
  v.object({ id: v.number(), answer: v.unknown() }),
]);

/**
 * Starts one of our files in its own process, so that a failure, a hang or a lack of memory stays there. The
 * file calls {@link performTasks}, so the process never outlives this one.
 * @throws when `signal` is aborted already
 */
export function startProcess(
  file: string,
  { dataDirectory, background = false, signal, memoryLimit = 1400 }: ProcessOptions,
): StartedProcess {
  signal?.throwIfAborted();
  const child = fork(file, {
    execArgv: [
      `--max-old-space-size=${memoryLimit}`,
      // A publish makes many short-lived objects; a larger young generation saves collections.
      '--max-semi-space-size=64',
      '--expose-gc',
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production', // for React's production build
      // Tests share one folder, so that not every process compiles the same code.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDirectory, 'compiled'),
    },
  });
  if (background && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  child.once('exit', () => signal?.removeEventListener('abort', kill));
  child.on('error', () => undefined); // 'exit' follows, or there is no process
  const isRunning = () => child.connected && child.exitCode === null && child.signalCode === null;
  // A process that just ended takes no message; `ask` hears of its end.
  let sent = 0;
  const send = (task: object) => {
    sent += 1;
    child.send({ id: sent, task }, () => undefined);
    return sent;
  };
  child.setMaxListeners(0);

  return {
    isRunning,
    send,
    ask: (task, timeLimit, onProgress) =>
      new Promise((resolve) => {
        const limit = AbortSignal.timeout(timeLimit);
        const finish = (answer: unknown) => {
          limit.removeEventListener('abort', kill);
          child.off('message', hear).off('exit', end);
          resolve(answer);
        };
        const hear = (received: unknown) => {
          const message = v.parse(messageSchema, received);
          if (message.id !== id) return;
          if ('progress' in message) onProgress?.(...message.progress);
          else finish(message.answer);
        };
        const end = () => finish(limit.aborted ? null : undefined);
        limit.addEventListener('abort', kill, { once: true });
        child.on('message', hear).on('exit', end);
        const id = isRunning() ? send(task) : null;
        if (id === null) end();
      }),
    end: () => {
      if (child.connected) child.disconnect();
    },
  };
}

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
  const messages = v.object({ id: v.number(), task: schema });
  process.channel?.ref();
  process.on('message', (message) => {
    const { id, task } = v.parse(messages, message);
    const onProgress: OnProgress = (label, done, total) => {
      if (done < total && performance.now() - reported < reportEvery) return;
      reported = performance.now();
      process.send?.({ id, progress: [label, done, total] });
    };
    void perform(task, onProgress).then((answer) => answer && process.send?.({ id, answer }));
  });
}
