import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ProcessOptions {
  dataDirectory: string;
  /** Runs only while the machine is otherwise idle. */
  background?: boolean;
  /** Aborting kills the process. */
  signal?: AbortSignal;
}

export interface StartedProcess {
  isRunning: () => boolean;
  /** Sends one line of JSON. */
  write: (input: object) => void;
  /**
   * Sends one line and waits for the answer at most `timeLimit` milliseconds.
   * @returns the next line that the process prints; '' when the process ends without a line; null when
   *   the time ran out and the process was killed
   */
  ask: (input: object, timeLimit: number) => Promise<string | null>;
  /** Lets the process end. */
  end: () => void;
}

const memoryLimit = 1400; // megabytes

/**
 * Starts one of our files in its own process, so that a failure, a hang or a lack of memory stays
 * there. The file imports `end-with-parent.ts`, so the process never outlives this one.
 * @throws when `signal` is aborted already
 */
export function startProcess(
  file: string,
  { dataDirectory, background = false, signal }: ProcessOptions,
): StartedProcess {
  signal?.throwIfAborted();
  const flags = [
    `--max-old-space-size=${memoryLimit}`,
    // A publish makes many short-lived objects; a larger young generation saves collections.
    '--max-semi-space-size=64',
    '--expose-gc',
  ];
  const child = spawn(process.execPath, [...flags, file], {
    // The channel closes when this process ends (end-with-parent.ts).
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production', // for React's production build
      // Tests share one folder, so that not every process compiles the same code.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDirectory, 'compiled'),
    },
  });
  if (!child.stdin || !child.stdout) throw new Error('The process has no input or output.');
  const { stdin, stdout } = child;
  if (background && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  child.once('close', () => signal?.removeEventListener('abort', kill));
  const printed = createInterface({ input: stdout })[Symbol.asyncIterator]();
  // Writing to an ended process must not throw; its output says why it ended.
  stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  const write = (input: object) => stdin.write(`${JSON.stringify(input)}\n`);

  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    write,
    async ask(input, timeLimit) {
      const limit = AbortSignal.timeout(timeLimit);
      limit.addEventListener('abort', kill, { once: true });
      write(input);
      const { value, done } = await printed.next();
      limit.removeEventListener('abort', kill);
      if (limit.aborted) return null;
      return done ? '' : value;
    },
    end: () => stdin.end(),
  };
}
