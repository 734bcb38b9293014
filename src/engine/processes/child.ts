/** Our own processes and their parents: both sides of the channel between them. */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { takeCoverage } from 'node:v8';
import { withoutSettings } from '../config.ts';
import { describeDiskError } from '../disk/index.ts';
import { describeFault, OwnError } from '../base/log.ts';

/** Ends this process at once. `process.exit` may never return: https://github.com/nodejs/node/issues/54918. */
function endProcess(): void {
  // An exit would write both.
  flushCompileCache();
  takeCoverage();
  process.kill(process.pid, 'SIGKILL');
}

/** Ends this process when its parent ends, however that happens: the system then closes their channel. */
export function endWithParent(): void {
  process.once('disconnect', endProcess);
  // The parent may have ended while this process loaded its files, before anybody listened.
  if (process.send && !process.connected) endProcess();
  // The channel alone must not keep this process running.
  process.channel?.unref();
}

/** Reports how much of some long work is done. */
export type OnProgress = (label: string, done: number, total: number) => void;

interface ProcessOptions {
  dataDirectory: string;
  /** Time without a task after which the process ends, to give its memory back. */
  idleMs?: number | undefined;
  /** Aborting kills the process. */
  signal?: AbortSignal | undefined;
}

/** A task of a process that failed. The pages stay as they are. */
export class TaskError extends OwnError {
  override name = 'TaskError';
  /** What failed: the content service, the process (it hung), or something of the site. */
  readonly kind: 'content' | 'site' | 'time';

  /** @param sentence describes the failure in one sentence, without secrets */
  constructor(kind: TaskError['kind'], sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

/**
 * What a process says of a task. Each message names its task, because a process may have several at once. Both sides
 * are the same code, and nobody else has the channel, so that a message is what was sent.
 */
type Message<Answer> = { id: number } & (
  | { progress: Parameters<OnProgress> }
  | { answer: Answer }
  | { failure: TaskError['kind']; sentence: string }
);

/** How each of our processes is started. @param own variables of this one */
export const childOptions = (
  dataDirectory: string,
  own: NodeJS.Dict<string> = {},
): ForkOptions => ({
  // With more room for young objects a process that renders takes 130 MB more, and is no faster.
  execArgv: ['--max-old-space-size=1400', '--max-semi-space-size=8', '--expose-gc'],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  env: {
    ...withoutSettings(process.env),
    MALLOC_ARENA_MAX: '2', // else each thread keeps freed memory for itself: 25 MB in a first pull
    NODE_ENV: 'production', // for React's production build
    // Tests share one folder, so that not every process compiles the same code.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDirectory, 'compiled'),
    ...own,
  },
});

/** Waits for the answer to a task, which a process that reports nothing for `silenceMs` never gives. @throws {TaskError} */
function waitForAnswer<Answer extends object>(
  child: ChildProcess,
  id: number,
  silenceMs: number,
  onProgress?: OnProgress,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let failure = new TaskError('site', 'The process ended early.');
  const hung = setTimeout(() => {
    failure = new TaskError('time', 'The process did not finish in time.');
    child.kill('SIGKILL');
  }, silenceMs);
  const hearAnswer = (message: Message<Answer>) => {
    if (message.id !== id) return;
    if ('answer' in message) resolve(message.answer);
    else if ('failure' in message) reject(new TaskError(message.failure, message.sentence));
    else {
      hung.refresh();
      onProgress?.(...message.progress);
    }
  };
  const end = () => reject(failure);
  const failStart = (error: unknown) => {
    const { error: reason } = describeFault(error);
    reject(new TaskError('site', `The process could not start (${reason}).`));
  };
  child.on('message', hearAnswer).on('exit', end).on('error', failStart);
  return promise.finally(() => {
    clearTimeout(hung);
    child.off('message', hearAnswer).off('exit', end).off('error', failStart);
  });
}

/**
 * Creates a process that starts with its first task, so that a failure, a hang or a lack of memory stays there. The
 * file calls {@link performTasks}. The process never outlives this one, and without a task keeps nobody running. The
 * next task after its end starts another.
 */
export function createProcess(file: string, { dataDirectory, idleMs, signal }: ProcessOptions) {
  let child: ChildProcess | undefined;
  let sent = 0;
  /** Tasks without an answer. */
  let open = 0;
  let idle: NodeJS.Timeout | undefined;
  signal?.addEventListener('abort', () => child?.kill('SIGKILL'), { once: true });

  function getChild(): ChildProcess {
    if (child?.connected && child.exitCode === null && child.signalCode === null) return child;
    child = fork(file, childOptions(dataDirectory));
    child.setMaxListeners(0);
    // Without a listener an error would end this process.
    return child.on('error', () => undefined);
  }
  function end(own = child): void {
    if (own?.connected) own.disconnect();
  }
  function restProcess(own: ChildProcess): void {
    own.unref();
    own.channel?.unref();
    if (idleMs !== undefined) idle = setTimeout(end, idleMs, own).unref();
  }

  return {
    /**
     * Sends a task and waits for its answer: what the file's own function for the task returns.
     * @param silenceMs time without a report after which the process is killed
     * @throws {TaskError} when the task failed, or the process was killed or ended early
     */
    ask: async <Answer extends object>(
      task: object,
      silenceMs: number,
      onProgress?: OnProgress,
    ): Promise<Answer> => {
      signal?.throwIfAborted();
      const own = getChild();
      clearTimeout(idle);
      own.ref();
      own.channel?.ref();
      open += 1;
      sent += 1;
      const answer = waitForAnswer<Answer>(own, sent, silenceMs, onProgress);
      own.send({ id: sent, task }, () => undefined); // a process that takes no message has ended
      try {
        return await answer;
      } catch (error) {
        // What is damaged in its memory must not stay; the content service damages nothing.
        if (error instanceof TaskError && error.kind !== 'content') end(own);
        throw error;
      } finally {
        open -= 1;
        if (open === 0) restProcess(own);
      }
    },
    end: () => end(),
  };
}

/** Time between two reports. */
const reportEveryMs = 200;

/** Says in our own sentence why a task failed. */
function describeFailure(error: unknown): { failure: TaskError['kind']; sentence: string } {
  if (error instanceof TaskError) return { failure: error.kind, sentence: error.message };
  const sentence = describeDiskError(error) ?? `The task failed (${describeFault(error).error}).`;
  return { failure: 'site', sentence };
}

/** Answers each task of the parent, until it lets this process end. `perform` names the type of its tasks. */
export function performTasks(
  perform: (task: never, onProgress: OnProgress) => Promise<object>,
): void {
  endWithParent();
  let reported = 0;
  // A parent that has just ended takes no message.
  const sendMessage = (message: object) =>
    process.send?.(message, undefined, undefined, () => undefined);
  process.channel?.ref();
  process.on('message', ({ id, task }: { id: number; task: never }) => {
    const onProgress: OnProgress = (label, done, total) => {
      if (done < total && performance.now() - reported < reportEveryMs) return;
      reported = performance.now();
      sendMessage({ id, progress: [label, done, total] });
    };
    void perform(task, onProgress)
      .then((answer) => ({ answer }), describeFailure)
      .then((message) => sendMessage({ id, ...message }));
  });
}
