import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export type SendSignal = (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => void;

export interface ProcessOptions {
  dataDirectory: string;
  /** Milliseconds after which it is killed. */
  timeLimit: number;
  /** Gives way to everything else on the machine. */
  background?: boolean;
  /** Is given what sends a signal to it, and to the processes that it started. */
  onStart?: (send: SendSignal) => void;
  signal?: AbortSignal;
}

const memoryLimit = 1400; // megabytes

/**
 * Runs a file of ours in a process of its own, which may fail, hang or eat memory alone.
 * @param input goes in as JSON
 * @returns what it printed; null when it was killed for its time
 * @throws when `signal` has said to stop already
 */
export async function runProcess(
  file: string,
  input: object,
  { dataDirectory, timeLimit, background = false, onStart, signal }: ProcessOptions,
): Promise<string | null> {
  signal?.throwIfAborted();
  // Windows knows no groups.
  const isGroup = background && process.platform !== 'win32';
  // A publish makes much that is short-lived: room for it spares collections.
  const limits = [`--max-old-space-size=${memoryLimit}`, '--max-semi-space-size=64'];
  const child = spawn(process.execPath, [...limits, file], {
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
  onStart?.(send);
  const limit = AbortSignal.timeout(timeLimit);
  const ending = signal ? AbortSignal.any([limit, signal]) : limit;
  const stop = () => {
    send('SIGKILL');
  };
  ending.addEventListener('abort', stop, { once: true });
  // A process that is gone already takes no input; what it printed says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(input));
  try {
    const output = await text(child.stdout);
    return limit.aborted ? null : output;
  } finally {
    ending.removeEventListener('abort', stop);
  }
}
