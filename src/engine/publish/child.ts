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
  /**
   * Sends a task and waits for its answer.
   * @param silence milliseconds without a report after which the process is killed
   * @throws {PublishError} when the process was killed or ended early
   */
  ask: (task: object, silence: number, onProgress?: OnProgress) => Promise<unknown>;
  /** Ends the process. */
  end: () => void;
}

export const failureKinds = ['content', 'disk', 'site', 'time'] as const;

/** A task of a process that failed. The release in force stays. */
export class PublishError extends Error {
  override name = 'PublishError';
  /**
   * content: the content service failed. disk: DATA_DIR cannot be used. site: the release failed. time: the
   * process hung.
   */
  readonly kind: (typeof failureKinds)[number];

  /** @param sentence describes the failure in one sentence, without secrets */
  constructor(kind: PublishError['kind'], sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

/** Each message names its task, because a process may have several at once. */
const messageSchema = v.union([
  v.object({ id: v.number(), progress: v.tuple([v.string(), v.number(), v.number()]) }),
  v.object({ id: v.number(), answer: v.unknown() }),
]);

/** A bundle and a publish make many short-lived objects: 64 MB for these save collections. */
export const youngGeneration = '--max-semi-space-size=64';

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
    execArgv: [`--max-old-space-size=${memoryLimit}`, youngGeneration, '--expose-gc'],
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
  let sent = 0;
  child.setMaxListeners(0);

  return {
    isRunning,
    ask: (task, silence, onProgress) =>
      new Promise((resolve, reject) => {
        const id = (sent += 1);
        let failure = new PublishError('site', 'The process ended early.');
        const hung = setTimeout(() => {
          failure = new PublishError('time', 'The process did not finish in time.');
          kill();
        }, silence);
        const stop = () => {
          clearTimeout(hung);
          child.off('message', hear).off('exit', end);
        };
        const hear = (received: unknown) => {
          const message = v.parse(messageSchema, received);
          if (message.id !== id) return;
          if ('progress' in message) {
            hung.refresh();
            onProgress?.(...message.progress);
          } else {
            stop();
            resolve(message.answer);
          }
        };
        const end = () => {
          stop();
          reject(failure);
        };
        child.on('message', hear).on('exit', end);
        // A process that just ended takes no message, and 'exit' follows.
        if (isRunning()) child.send({ id, task }, () => undefined);
        else end();
      }),
    end: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** Milliseconds between two reports. */
const reportEvery = 200;

/** Answers each task of the parent with one message, until the parent lets this process end. */
export function performTasks<Task>(
  schema: v.GenericSchema<unknown, Task>,
  perform: (task: Task, onProgress: OnProgress) => Promise<object>,
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
    void perform(task, onProgress).then((answer) => process.send?.({ id, answer }));
  });
}
