import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createFolder } from '../fixtures/folder.ts';
import { createDiskFault } from '../server/support/disk-fault.ts';
import { listen } from '../server/support/listen.ts';
import { runScript } from './run-script.ts';

const account = {
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_DELIVERY_TOKEN: 'very-secret-token',
  CONTENTFUL_INSECURE: 'true',
};

/** Occupies a port for one test. @returns host and port */
async function takePort() {
  const server = createServer();
  onTestFinished(() => void server.close());
  return listen(server);
}

// config.test.ts tries every wrong setting; this test tries one for each way that a command reads settings.
test.for([
  ['scripts/build.ts', { CONTENT_ON_FAILURE: 'never' }, 'CONTENT_ON_FAILURE'],
  ['scripts/preview-drafts.ts', { TRUST_PROXY: 'true' }, 'PREVIEW_PASSWORD'],
  [
    'scripts/preview-drafts.ts',
    { ...account, CONTENTFUL_HOST: '127.0.0.1:9' },
    'CONTENTFUL_PREVIEW_TOKEN',
  ],
] as const)('%s with %j ends with one line that names %s', async ([script, env, name]) => {
  const { code, output, errors } = await runScript(script, env);
  expect([code, output]).toEqual([1, '']);
  expect(errors).toMatch(new RegExp(`^${name} [^\\n]+\\.\\n$`));
});

test.for([
  ['--accept-fewer=resource', /^PORT /],
  ['--accept-fewer=posts', /^--accept-fewer knows blogPost and resource, but not 'posts'\.\n$/],
  ['--fewer=blogPost', /^Unknown option '--fewer'[^\n]*\n$/],
] as const)('npm start with the option %s says %s', async ([option, line]) => {
  const { code, output, errors } = await runScript(
    'scripts/start.ts',
    { PORT: 'http' },
    { options: [option] },
  );
  expect([code, output]).toEqual([1, '']);
  expect(errors).toMatch(line);
});

test('a content service that cannot be reached is one line with host and reason, never the token', async () => {
  const CONTENTFUL_HOST = '127.0.0.1:9';
  const { code, errors } = await runScript('scripts/build.ts', { ...account, CONTENTFUL_HOST });
  expect(code).toBe(1);
  expect(errors).toBe('The content service at 127.0.0.1:9 refused the connection.\n');
});

// tests/unit/disk/disk-error.test.ts has a sentence for every fault.
test('a data folder that cannot be used is refused in one line', async () => {
  const disk = createDiskFault(await createFolder());
  await disk.begin('ENOSPC');
  for (const [settings, sentence] of [
    [{ DATA_DIR: `${import.meta.filename}/data` }, 'its path leads through a file.'],
    [{ DATA_DIR: join(await createFolder(), 'data'), ...disk.env }, 'its disk is full.'],
  ] as const) {
    const { code, errors } = await runScript('scripts/start.ts', { PORT: '0', ...settings });
    expect([code, errors]).toEqual([1, `DATA_DIR cannot be used: ${sentence}\n`]);
  }
});

test('a taken port is reported before anything is built', async () => {
  const address = await takePort();
  const env = { PORT: address.split(':')[1] ?? '' };
  const { code, errors } = await runScript('scripts/start.ts', env);
  expect(code).toBe(1);
  expect(errors).toBe(
    `Cannot listen on ${address}: it is already in use. Stop what listens there, or set PORT to a free one.\n`,
  );
});

test('an old Node gets one line with the remedy', async () => {
  const pretend = (version: string) => ({
    flags: [
      `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`,
    ],
    options: ['content-model'],
  });
  const old = await runScript('scripts/run.mjs', {}, pretend('20.20.2'));
  expect(old.code).toBe(1);
  expect(old.errors).toMatch(/^Node 20\.20\.2 is too old: [^\n]+ install Node 24\.\n$/);
  const enough = await runScript('scripts/run.mjs', {}, pretend('22.18.0'));
  expect([enough.code, enough.output]).toEqual([0, expect.stringContaining('contentTypes')]);
});

// Windows has no signals.
test.runIf(process.platform !== 'win32')(
  'a command ends with the shell that npm started',
  async () => {
    const module = fileURLToPath(new URL('../../scripts/command-line/command.ts', import.meta.url));
    const command = `
      const { runCommand } = await import(${JSON.stringify(module)});
      process.once('SIGTERM', () => { console.log('told to end'); process.exit(); });
      await runCommand(async () => { console.log('runs'); setInterval(() => {}, 1000); });`;
    // The shell waits for the command, as npm's shell does.
    const shell = spawn('sh', ['-c', '"$NODE" -e "$COMMAND"; exit'], {
      env: {
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE: process.execPath,
        COMMAND: command,
        npm_lifecycle_event: 'start',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    // Closes when the command has ended, too.
    await once(shell.stdout, 'close');
    expect(output).toBe('runs\ntold to end\n');
  },
);
