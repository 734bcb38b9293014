/**
 * `npm run setup`: asks for the settings in a terminal and writes each answer into `.env` at once, readable
 * by its owner only. Webhook, Netlify and mail can wait for a later run. Without a terminal the answers
 * come from the environment. All other lines of `.env` stay. At the end the command lists the remaining
 * tasks.
 */
import { existsSync } from 'node:fs';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { ConfigError, parseConfig, parseManagementToken } from '../src/config.ts';
import { CommandError, runCommand } from './command-line/command.ts';
import { createAccount, describeAccountError } from './command-line/contentful-account.ts';
import { importSpace } from './content-import.ts';
import { applyContentModel } from './content-model.ts';
import { sampleSpace } from './content-service/sample/index.ts';
import { examine, formatFinding, type Finding } from './doctor.ts';

interface Question {
  name: string;
  /** Tells where to find the value. */
  hint: string;
  /** The terminal hides the value during typing, and no output shows it. */
  isSecret?: true;
}

interface Step {
  title: string;
  /** Whether a first site works without it. */
  canWait?: true;
  questions: readonly Question[];
}

const managementToken: Question = {
  name: 'CONTENTFUL_MANAGEMENT_TOKEN',
  hint: 'a personal access token (Account settings, CMA tokens), only for this; Enter for later',
  isSecret: true,
};

const contentStep: Step = {
  title: 'Content, from Contentful',
  questions: [
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
  ],
};

const steps: readonly Step[] = [
  {
    title: 'The site',
    questions: [{ name: 'SITE_URL', hint: 'public address, such as https://www.example.com' }],
  },
  contentStep,
  {
    title: 'Webhook, so that a publish is heard at once',
    canWait: true,
    questions: [
      {
        name: 'CONTENTFUL_WEBHOOK_SECRET',
        hint: 'Contentful: Settings, Webhooks, Settings; 64 characters',
        isSecret: true,
      },
    ],
  },
  {
    title: 'Netlify, if the site is there',
    canWait: true,
    questions: [
      {
        name: 'NETLIFY_BUILD_HOOK_URL',
        hint: 'Site configuration, Build hooks',
        isSecret: true,
      },
    ],
  },
  {
    title: 'Mail, for contact requests',
    canWait: true,
    questions: [
      { name: 'CONTACT_INBOX', hint: 'where contact requests go' },
      { name: 'CONTACT_FROM', hint: 'the sender of those mails' },
      { name: 'SMTP_URL', hint: 'smtp://user:pass@host:port or smtps://…', isSecret: true },
    ],
  },
];

const allQuestions = [...steps.flatMap(({ questions }) => questions), managementToken];

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

/** The answers in the `.env` of a folder, which starts as a copy of `.env.example`. */
async function openAnswers(folder: string) {
  const file = join(folder, '.env');
  const example = fileURLToPath(new URL('../.env.example', import.meta.url));
  let text = await readFile(existsSync(file) ? file : example, 'utf8');
  const read = (): Readonly<Partial<Record<string, string>>> =>
    Object.fromEntries(Object.entries(parseEnv(text)).filter(([, value]) => value !== ''));
  return {
    read,
    async save(values: Readonly<Record<string, string>>): Promise<void> {
      const merged = mergeEnvironment(text, values);
      if (merged === text && existsSync(file)) return;
      // Write a second file first, so that nobody can read half of the file, or read it before `chmod`.
      await writeFile(`${file}.partial`, merged, { mode: 0o600 });
      await chmod(`${file}.partial`, 0o600);
      await rename(`${file}.partial`, file);
      text = merged;
    },
  };
}

/** The person ended the dialogue. */
class StoppedError extends CommandError {}

/** A conversation with a person. */
export interface Dialogue {
  say: (line: string) => void;
  /** @returns '' to keep the present value, `-` to remove it */
  ask: (question: Question, present: string | undefined) => Promise<string>;
  confirm: (question: string) => Promise<boolean>;
}

/** Offers to create the content types that the account lacks. */
async function offerContent(
  dialogue: Dialogue,
  env: Readonly<Partial<Record<string, string>>>,
): Promise<void> {
  const { contentful } = parseConfig(env);
  const token = parseManagementToken(env);
  if (!contentful || token === null) return;
  const account = createAccount(contentful, token);
  try {
    await applyContentModel(account, dialogue.say, { isDryRun: true });
    if (!(await dialogue.confirm('Do that now?'))) return;
    await applyContentModel(account, dialogue.say);
    const hasSample = sampleSpace.entries.length > 0;
    if (hasSample && (await dialogue.confirm('Bring the sample posts and resources there, too?')))
      await importSpace(account, sampleSpace, dialogue.say);
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    dialogue.say(
      error instanceof CommandError ? error.message : describeAccountError(error, contentful),
    );
  }
}

/** Asks for everything, one step after the other. Each answer is in `.env` before the next question. */
export async function setUpInDialogue(
  dialogue: Dialogue,
  folder = '.',
): Promise<readonly Finding[]> {
  const answers = await openAnswers(folder);
  const askFor = async (question: Question) => {
    const answer = (await dialogue.ask(question, answers.read()[question.name])).trim();
    if (answer !== '') await answers.save({ [question.name]: answer === '-' ? '' : answer });
  };
  await answers.save({});
  dialogue.say('Enter keeps what is there, - takes it away. Every answer goes into .env at once.');
  for (const step of steps) {
    const isSet = step.questions.some(({ name }) => answers.read()[name] !== undefined);
    const state = isSet ? 'is set; change it now?' : 'can wait; now?';
    dialogue.say('');
    if (step.canWait && !(await dialogue.confirm(`${step.title}: ${state}`))) continue;
    if (!step.canWait) dialogue.say(step.title);
    for (const question of step.questions) await askFor(question);
    if (step !== contentStep) continue;
    const findings = await examine(answers.read());
    if (!findings.some(({ remedy }) => remedy === 'content:model')) continue;
    dialogue.say('The account lacks content types or fields that the site reads.');
    await askFor(managementToken);
    try {
      await offerContent(dialogue, answers.read());
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      dialogue.say(error.message);
    }
  }
  return examine(answers.read());
}

/** Takes the answers from the environment. @throws {CommandError} when the environment has no answer */
async function setUpFromEnvironment(): Promise<readonly Finding[]> {
  const given = allQuestions.flatMap(({ name }) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value.trim()] as const];
  });
  if (given.length === 0)
    throw new CommandError(
      `npm run setup needs a terminal to ask in, or answers in the environment: ${allQuestions.map(({ name }) => name).join(', ')}.`,
    );
  const answers = await openAnswers('.');
  await answers.save(Object.fromEntries(given));
  const set = answers.read();
  for (const { name, isSecret } of allQuestions)
    if (set[name]) console.log(isSecret ? `${name} is set` : `${name}=${set[name]}`);
  return examine(set);
}

/** Opens a dialogue in the terminal. */
function openTerminal(): Dialogue & { close: () => void } {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const stopped = new AbortController();
  terminal.on('close', () => stopped.abort());
  const question = async (prompt: string) => {
    try {
      return await terminal.question(prompt, { signal: stopped.signal });
    } catch {
      throw new StoppedError('Stopped. The answers so far are in .env; npm run setup goes on.');
    }
  };
  return {
    say: (line) => console.log(line),
    async ask({ name, hint, isSecret }, present) {
      const shown = present === undefined ? '' : isSecret ? ' [set]' : ` [${present}]`;
      console.log(`${name}${shown}`);
      const prompt = `  (${hint}): `;
      // Readline redraws its prompt, which is invisible while input is hidden.
      if (isSecret) process.stdout.write(prompt);
      isHidden = isSecret === true;
      try {
        return await question(isSecret ? '' : prompt);
      } finally {
        isHidden = false;
        if (isSecret) console.log();
      }
    },
    confirm: async (text) => /^y(es)?$/i.test((await question(`${text} (y/N) `)).trim()),
    close: () => terminal.close(),
  };
}

if (import.meta.main) {
  await runCommand(async () => {
    let findings: readonly Finding[];
    if (process.stdin.isTTY) {
      const terminal = openTerminal();
      findings = await setUpInDialogue(terminal).finally(terminal.close);
    } else {
      findings = await setUpFromEnvironment();
    }
    console.log('\n.env is written.');
    for (const finding of findings) console.log(formatFinding(finding));
    const open = findings.filter(({ level }) => level !== 'fine');
    const isWrong = open.some(({ level, remedy }) => level === 'wrong' && !remedy);
    console.log(
      open.length === 0
        ? 'Nothing is left to do. npm run doctor repeats these checks.'
        : `${open.length} to do, as above. npm run doctor repeats these checks.`,
    );
    if (isWrong) process.exitCode = 1;
  });
}
