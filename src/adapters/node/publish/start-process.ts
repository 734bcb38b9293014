import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export type SendSignal = (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => void;

export interface ProcessOptions {
  dataDirectory: string;
  /** Gives way to everything else on the machine. */
  background?: boolean;
  /** Is given what sends a signal to it, and to the processes that it started. */
  onStart?: (send: SendSignal) => void;
  /** Ends it. */
  signal?: AbortSignal;
}

export interface StartedProcess {
  isRunning: () => boolean;
  /** One line of JSON for it to read. */
  write: (input: object) => void;
  /**
   * Its last line; from now on its time counts, in milliseconds.
   * @returns what it printed; null when it was killed for its time
   */
  finish: (input: object, timeLimit: number) => Promise<string | null>;
}

const memoryLimit = 1400; // megabytes

/**
 * Starts a file of ours in a process of its own, which may fail, hang or eat memory alone.
 * @throws when `signal` has said to stop already
 */
export function startProcess(
  file: string,
  { dataDirectory, background = false, onStart, signal }: ProcessOptions,
): StartedProcess {
  signal?.throwIfAborted();
  // Windows knows no groups.
  const isGroup = background && process.platform !== 'win32';
  const flags = [
    `--max-old-space-size=${memoryLimit}`,
    // A publish makes much that is short-lived: room for it spares collections.
    '--max-semi-space-size=64',
    '--expose-gc',
  ];
  const child = spawn(process.execPath, [...flags, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: isGroup,
    env: {
      ...process.env,
      NODE_ENV: 'production', // what of React is loaded
      NODE_COMPILE_CACHE: join(dataDirectory, 'compiled'),
    },
  });
  if (background && child.pid !== undefined) setPriority(child.pid, 19);
  const send: SendSignal = (signal) => {
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It has ended.
    }
  };
  const kill = () => send('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  child.once('close', () => signal?.removeEventListener('abort', kill));
  onStart?.(send);
  const printed = text(child.stdout);
  // A process that is gone already takes no input; what it printed says why.
  child.stdin.on('error', () => undefined);
  const write = (input: object) => child.stdin.write(`${JSON.stringify(input)}\n`);

  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    write,
    async finish(input, timeLimit) {
      const limit = AbortSignal.timeout(timeLimit);
      limit.addEventListener('abort', kill, { once: true });
      write(input);
      child.stdin.end();
      const output = await printed;
      limit.removeEventListener('abort', kill);
      return limit.aborted ? null : output;
    },
  };
}
