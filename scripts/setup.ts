/**
 * `npm run setup`: asks for the settings in a terminal, or reads them from the environment, checks each
 * against its service, and writes `.env`, readable by its owner only. Unknown lines of `.env` stay. Before
 * an existing `.env` changes, the command asks (without a terminal, pass `-- --yes`).
 */
import { existsSync } from 'node:fs';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';
import { CommandError, runCommand } from './command-line/command.ts';
import { examine, formatFinding } from './doctor.ts';

interface Question {
  name: string;
  /** Tells where to find the value. */
  hint: string;
  /** The terminal hides the value during typing. */
  isSecret?: true;
}

const questions: readonly Question[] = [
  { name: 'SITE_URL', hint: 'public address, such as https://www.example.com' },
  {
    name: 'CONTENTFUL_SPACE_ID',
    hint: 'Contentful: Settings, API keys; empty for the sample space',
  },
  {
    name: 'CONTENTFUL_DELIVERY_TOKEN',
    hint: 'the "Content Delivery API - access token" on the same page',
    isSecret: true,
  },
  { name: 'CONTENTFUL_ENVIRONMENT', hint: 'master, if you have not made another' },
  {
    name: 'CONTENTFUL_HOST',
    hint: 'cdn.contentful.com; cdn.eu.contentful.com for European data residency',
  },
  {
    name: 'CONTENTFUL_PREVIEW_TOKEN',
    hint: 'the "Content Preview API - access token", to see drafts',
    isSecret: true,
  },
  {
    name: 'CONTENTFUL_MANAGEMENT_TOKEN',
    hint: 'a personal access token, only to set up the account',
    isSecret: true,
  },
  {
    name: 'CONTENTFUL_WEBHOOK_SECRET',
    hint: 'Contentful: Settings, Webhooks, Settings; 64 characters',
    isSecret: true,
  },
  {
    name: 'NETLIFY_BUILD_HOOK_URL',
    hint: 'Netlify only: Site configuration, Build hooks',
    isSecret: true,
  },
  { name: 'CONTACT_INBOX', hint: 'where contact requests go' },
  { name: 'CONTACT_FROM', hint: 'the sender of those mails' },
  { name: 'SMTP_URL', hint: 'smtp://user:pass@host:port or smtps://…', isSecret: true },
];

const quote = (value: string) => {
  if (/^[\w.:/@+=,%&?~-]*$/.test(value)) return value;
  const mark = ["'", '"', '`'].find((one) => !value.includes(one));
  if (mark === undefined)
    throw new CommandError(
      'A value contains every kind of quote, which .env cannot hold: choose another value.',
    );
  return `${mark}${value}${mark}`;
};

/** Sets values in the text of an `.env`. All other lines stay; new names go to the end. */
export function mergeEnvironment(text: string, values: Readonly<Record<string, string>>): string {
  const left = new Map(Object.entries(values));
  const lines = text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => {
      const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1];
      const value = name === undefined ? undefined : left.get(name);
      if (name === undefined || value === undefined) return line;
      left.delete(name);
      return `${name}=${quote(value)}`;
    });
  const added = [...left].filter(([, value]) => value !== '');
  return [...lines, ...added.map(([name, value]) => `${name}=${quote(value)}`), ''].join('\n');
}

/** Asks for each setting in the terminal. An empty answer keeps the value; `-` removes it. */
async function askAll(before: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const given: Record<string, string> = {};
  console.log('Enter keeps what is there, - takes it away.\n');
  for (const { name, hint, isSecret } of questions) {
    const present = before[name] ?? '';
    const shown = present && (isSecret ? ' [set]' : ` [${present}]`);
    console.log(`${name}${shown}`);
    const prompt = `  (${hint}): `;
    // Readline redraws its prompt, which is invisible while input is hidden.
    if (isSecret) process.stdout.write(prompt);
    isHidden = isSecret === true;
    const answer = (await terminal.question(isSecret ? '' : prompt)).trim();
    if (isHidden) console.log();
    isHidden = false;
    if (answer !== '') given[name] = answer === '-' ? '' : answer;
  }
  terminal.close();
  return given;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} (y/N) `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values: flags } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
    const isThere = existsSync('.env');
    const example = fileURLToPath(new URL('../.env.example', import.meta.url));
    const exampleText = await readFile(example, 'utf8');
    const text = isThere ? await readFile('.env', 'utf8') : exampleText;
    const before: Record<string, string> = {};
    for (const [name, value] of Object.entries(parseEnv(text))) if (value) before[name] = value;

    const isTerminal = process.stdin.isTTY;
    const fromEnvironment = Object.keys(parseEnv(exampleText)).flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value.trim()] as const];
    });
    const given = isTerminal ? await askAll(before) : Object.fromEntries(fromEnvironment);

    const findings = await examine({ ...before, ...given });
    for (const finding of findings) console.log(formatFinding(finding));
    const isWrong = findings.some(({ level }) => level === 'wrong');
    const merged = mergeEnvironment(text, given);

    if (isThere && merged === text) {
      console.log('.env stays as it is.');
    } else if (isTerminal) {
      if (isWrong && !(await confirm('Something is wrong. Write .env all the same?'))) {
        throw new CommandError('.env was not written.');
      }
      if (isThere && !isWrong && !(await confirm('Change the .env that is there?'))) {
        throw new CommandError('.env was not written.');
      }
    } else if (isWrong) {
      throw new CommandError(
        '.env was not written: correct the values above, then run the command again.',
      );
    } else if (isThere && !flags.yes) {
      throw new CommandError('.env exists and was not changed: pass -- --yes to change it.');
    }
    if (!isThere || merged !== text) {
      // Write a second file first, so that nobody can read half of the file, or read it before `chmod`.
      await writeFile('.env.partial', merged, { mode: 0o600 });
      await chmod('.env.partial', 0o600);
      await rename('.env.partial', '.env');
      console.log('.env is written. npm run doctor repeats these checks at any time.');
    }
    if (isWrong) process.exitCode = 1;
  });
}
