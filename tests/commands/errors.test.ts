import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createFolder } from '../fixtures/folder.ts';
import { createDiskFault } from '../server/support/disk-fault.ts';
import { runScript } from './run-script.ts';

const account = {
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_DELIVERY_TOKEN: 'very-secret-token',
  CONTENTFUL_INSECURE: 'true',
};

async function listenSomewhere() {
  const server = createServer();
  onTestFinished(() => {
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: String(address.port) };
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
  const { server, port } = await listenSomewhere();
  server.close();
  const { code, errors } = await runScript('scripts/build.ts', {
    ...account,
    CONTENTFUL_HOST: `127.0.0.1:${port}`,
  });
  expect(code).toBe(1);
  expect(errors).toBe(`The content service at 127.0.0.1:${port} refused the connection.\n`);
});

test('a data folder below a file is refused in one line', async () => {
  const { code, errors } = await runScript('scripts/start.ts', {
    DATA_DIR: `${import.meta.filename}/data`,
    PORT: '0',
  });
  expect([code, errors]).toEqual([1, 'DATA_DIR cannot be used: its path leads through a file.\n']);
});

// tests/unit/disk/disk-error.test.ts has a sentence for every fault.
test('a data folder on a full disk is refused in one line', async () => {
  const folder = await createFolder();
  const disk = createDiskFault(folder);
  await disk.begin('ENOSPC');
  const { code, errors } = await runScript('scripts/start.ts', {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    ...disk.env,
  });
  expect(code).toBe(1);
  expect(errors).toBe('DATA_DIR cannot be used: its disk is full.\n');
});

test('a taken port is reported before anything is built', async () => {
  const { port } = await listenSomewhere();
  const { code, errors } = await runScript('scripts/start.ts', { PORT: port });
  expect(code).toBe(1);
  expect(errors).toBe(
    `Cannot listen on 127.0.0.1:${port}: it is already in use. Stop what listens there, or set PORT to a free one.\n`,
  );
});

test('an old Node gets one line with the remedy', async () => {
  const pretend = (version: string) => ({
    flags: [
      `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`,
    ],
    options: ['leads'],
  });
  const old = await runScript('scripts/run.mjs', {}, pretend('20.20.2'));
  expect(old.code).toBe(1);
  expect(old.errors).toMatch(/^Node 20\.20\.2 is too old: [^\n]+ install Node 24\.\n$/);
  const enough = await runScript('scripts/run.mjs', {}, pretend('22.18.0'));
  expect([enough.code, enough.output]).toEqual([0, expect.stringContaining('No contact')]);
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
