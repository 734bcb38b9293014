import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Starts a server in a process of its own, until it has printed its address. It ends with the test. @param folder by default that of the tests */
export async function startProcess(
  program: readonly string[],
  env: Record<string, string>,
  command = process.execPath,
  folder?: string,
) {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, program, {
    cwd: folder,
    env: { NODE_COMPILE_CACHE, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stderr.resume();
  // Its processes share the outputs: 'close' means that none of them is left.
  const closed = once(child, 'close');
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return closed;
  };
  const lines: string[] = [];
  const started = Promise.withResolvers<string>();
  const reading = createInterface({ input: child.stdout });
  reading.on('line', (line) => {
    lines.push(line);
    const [url] = /http:\S+$/.exec(line) ?? [];
    if (url !== undefined) started.resolve(url);
  });
  reading.once('close', () => started.reject(new Error(lines.join('\n'))));
  return { url: await started.promise, lines, end };
}
