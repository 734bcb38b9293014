import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { openService } from '../fixtures/content.ts';
import { createFolder } from '../fixtures/folder.ts';
import { startHttp } from '../server/support/listen.ts';
import { closing } from '../support/closing.ts';
import { runScript } from './run-script.ts';

const account = {
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_DELIVERY_TOKEN: 'very-secret-token',
  CONTENTFUL_INSECURE: 'true',
  CONTENTFUL_HOST: '127.0.0.1:9',
};

const inFile = { PORT: '0', PREVIEW_PORT: '0', DATA_DIR: `${import.meta.filename}/data` };
const throughFile = /^DATA_DIR cannot be used: its path leads through a file\.\n$/;

// config.test.ts tries every wrong setting; this test tries one for each way that a command fails.
test.for<[command: string, env: Record<string, string>, line: RegExp]>([
  ['build', { CONTENT_ON_FAILURE: 'never' }, /^CONTENT_ON_FAILURE [^\n]+\.\n$/],
  ['preview-drafts', { TRUST_PROXY: 'true' }, /^PREVIEW_SECRET [^\n]+\.\n$/],
  ['preview-drafts', account, /^CONTENTFUL_PREVIEW_TOKEN [^\n]+\.\n$/],
  // tests/unit/disk/disk.test.ts has a sentence for every fault of the folder.
  ['start', inFile, throughFile],
  ['build', inFile, throughFile],
  ['dev', inFile, throughFile],
  ['preview-drafts', inFile, throughFile],
  ['start --accept-fewer=resource', {}, /^Option '--accept-fewer' does not take [^\n]+\n$/],
  ['leads --cvs', {}, /^Unknown option '--cvs'\. All options: --help\.\n$/],
])('%s with %j ends with one line', async ([command, env, line]) => {
  const [script = '', ...options] = command.split(' ');
  const { code, errors } = await runScript(`src/engine/commands/${script}.ts`, env, { options });
  expect([code, errors]).toEqual([1, expect.stringMatching(line)]);
});

test('a start behind a proxy whose addresses nobody reads says that all visitors count as one', async () => {
  const settings = { ...inFile, SITE_URL: 'https://www.firm.test' };
  const start = 'src/engine/commands/start.ts';
  for (const [TRUST_PROXY, told] of [
    ['false', true],
    ['true', false],
  ] as const) {
    const { output } = await runScript(start, { ...settings, TRUST_PROXY });
    expect(output.includes('TRUST_PROXY is not true')).toBe(told);
  }
});

const commands = Object.entries(packageFile.scripts).flatMap(([name, line]) => {
  const [, script] = /^node src\/engine\/commands\/run\.mjs (\S+)$/.exec(line) ?? [];
  return script === undefined ? [] : [[name, script] as const];
});
test.each(commands)('npm run %s -- --help says what the command does', async (name, script) => {
  const options = [script, '--help'];
  const { code, output } = await runScript('src/engine/commands/run.mjs', {}, { options });
  expect(code).toBe(0);
  expect(output).toMatch(new RegExp(`^\`npm (run )?${name}[ \`]`));
  expect(output).not.toMatch(/^\s*\*/m);
});

// A byte order mark, as editors of Windows write it, is no part of the first name.
test.each([
  ['CONTACT_INBX', 'CONTACT_INBOX is the nearest', '\ufeff', 'utf8'],
  ['SMTP_HOST', 'SMTP_URL is the nearest', '\ufeff', 'utf16le'],
  ['WEIGHT', '.env.example lists all', '', 'utf8'],
] as const)('%s in .env ends with one line: %s', async (name, advice, mark, encoding) => {
  const folder = await createFolder();
  const text = `${mark}${name}=x\r\nDATA_DIR=data\r\nNODE_OPTIONS=\r\n`;
  await writeFile(join(folder, '.env'), text, encoding);
  const { errors } = await runScript('src/engine/commands/leads.ts', {}, { folder });
  expect(errors).toBe(
    `.env sets ${name}, which is no setting of this site: ${advice}. Correct or remove that line.\n`,
  );
});

test.each([
  ['on this machine is asked directly', '', 'http://127.0.0.1:9'],
  ['elsewhere is asked through the proxy of the environment', 'cdn.firm.test', ''],
])('a content service %s; a refusal is one line without the token', async (_, name, proxy) => {
  const { host } = await openService();
  const { code, errors } = await runScript('src/engine/commands/build.ts', {
    ...account,
    CONTENTFUL_HOST: name || host,
    http_proxy: proxy || `http://${host}`,
  });
  expect(code).toBe(1);
  expect(errors).toBe(
    `The content service at ${name || host} refused the token; check CONTENTFUL_DELIVERY_TOKEN.\n`,
  );
});

test.each(['start', 'dev'])('%s reports a taken port before anything is built', async (name) => {
  const { host: address, port } = new URL(closing(await startHttp(() => undefined)).url);
  const env = { PORT: port, SITE_URL: 'http://www.firm.test' };
  const { code, output, errors } = await runScript(`src/engine/commands/${name}.ts`, env);
  expect(code).toBe(1);
  // A start first tells settings that are hardly meant.
  expect(output).toMatch(name === 'start' ? /^SITE_URL is http:[^\n]+\n$/ : /^$/);
  expect(errors).toBe(
    `Cannot listen on ${address}: it is already in use. Stop what listens there, or set PORT to a free one.\n`,
  );
});

test('an old Node gets one line with the remedy', async () => {
  const old = `Object.defineProperty(process,'versions',{value:{node:'20.20.2'}})`;
  const { code, errors } = await runScript(
    'src/engine/commands/run.mjs',
    {},
    { flags: [`--import=data:text/javascript,${old}`], options: ['content-model'] },
  );
  expect(code).toBe(1);
  expect(errors).toMatch(/^Node 20\.20\.2 is too old: [^\n]+ install Node 24\.\n$/);
});

// Windows has no signals.
test.runIf(process.platform !== 'win32')(
  'a command ends with the shell that npm started',
  async () => {
    const module = fileURLToPath(new URL('../../src/engine/commands/command.ts', import.meta.url));
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
    shell.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    // Closes when the command has ended, too.
    await once(shell.stdout, 'close');
    expect(output).toBe('runs\ntold to end\n');
  },
);
