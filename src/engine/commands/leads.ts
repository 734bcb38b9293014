/**
 * `npm run leads`: lists the stored submissions with their delivery state, oldest first, and names the folder.
 * `-- --json`, `-- --csv`: the same as whole submissions, for programs.
 * `-- show ID`: one whole.
 * `-- forget ADDRESS`: lists all of one person, in every state, says how many, and deletes them.
 * `-- retry`: mails at once all leads that wait or failed. `-- retry ID`: this one, also if the trap caught it.
 * `-- test`: sends a mail to the inbox through the settings of this machine.
 * The leads are those of this machine, or those on Netlify when NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN are set.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import pLimit from 'p-limit';
import { createBlobStore } from '../netlify/index.ts';
import { name } from '../site.ts';
import type { Config } from '../config.ts';
import {
  createFileStore,
  createSendMail,
  leadStates,
  type Lead,
  type LeadState,
  type LeadStore,
} from '../leads/index.ts';
import { toLine } from '../base/log.ts';
import { CommandError, parseArguments, runCommand } from './command.ts';
import { loadConfig } from '../processes/index.ts';

/** A lead with its delivery state. */
interface Found {
  lead: Lead;
  state: LeadState;
}

const toRow = ({ lead, state }: Found) => ({
  id: lead.id,
  received: lead.receivedAt,
  state,
  attempts: lead.attempts,
  next: state === 'waiting' ? lead.nextAttemptAt : '',
  sent: lead.sentAt ?? '',
  error: lead.error ?? '',
  page: lead.page ?? '',
  ...lead.submission,
});
type Row = ReturnType<typeof toRow>;

const formatList = (rows: readonly Row[]): string =>
  rows
    .map(({ received, state, id, name, error }) => {
      const line = [received.slice(0, 16), state.padEnd(7), id, toLine(name)].join('  ');
      return error === '' ? line : `${line}\n    ${toLine(error)}`;
    })
    .join('\n');

/** Shows all of one lead. The message keeps its lines. */
const formatWhole = (row: Row): string =>
  Object.entries(row)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const lines = String(value).split('\n').map(toLine);
      return `${name.padEnd(12)}${lines.join(`\n${' '.repeat(12)}`)}`;
    })
    .join('\n');

/** Marks a formula as text, also after what another spreadsheet begins a cell with: a separator, a break, a quote. */
const formatCsvCell = (value: string | number) =>
  `"${String(value)
    // A telephone number such as +46 (0)8-123 stays whole.
    .replace(/(?=[=+\-@＝＋－＠])(?<!^(?=\+[\d ()./-]+$))(?<=(?:^|[\t\r\n,;:|])["'\s]*)/g, "'")
    // A spreadsheet would round +919845012345, and take the zero of 08047182200.
    .replace(/^(\+?\d{2,})(\d{5})$/, '$1 $2')
    .replaceAll('"', '""')}"`;

function formatCsv(rows: readonly Row[]): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  // Excel takes a file without a byte order mark for a local encoding.
  return `\uFEFF${lines.map((cells) => cells.map(formatCsvCell).join(',')).join('\r\n')}`;
}

/** Opens the leads on Netlify. The first listing that fails ends the command. */
function openNetlifyLeads({ id: siteID, token }: { id: string; token: string }): LeadStore {
  const store = createBlobStore(getStore({ name: 'leads', siteID, token }));
  const failReading = () => {
    throw new CommandError(
      'The leads on Netlify cannot be read: check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN.',
    );
  };
  return { ...store, list: (state) => store.list(state).catch(failReading) };
}

/**
 * Opens the leads of the server on this machine. The server could not read what another user writes, root included.
 * @throws {CommandError} where there are no leads, or they are those of another user
 */
async function openLocalLeads(dataDirectory: string): Promise<LeadStore> {
  const folder = join(dataDirectory, 'outbox');
  const isMissing = (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const owner = await stat(folder).then(
    ({ uid }) => uid,
    (error: unknown) => (isMissing(error) ? undefined : null),
  );
  if (owner === undefined)
    throw new CommandError(
      `No server keeps its data in ${dataDirectory}: set DATA_DIR in .env, which the server and this command read.`,
    );
  // Windows has no such users.
  if (owner === null || (process.geteuid && process.geteuid() !== owner))
    throw new CommandError(
      `${folder} belongs to another user: run this command as the user of the server (runuser -u site -- npm run …).`,
    );
  return createFileStore(folder);
}

/** Returns the leads of all states, oldest first. Says which cannot be read. */
async function readLeads(store: LeadStore): Promise<Found[]> {
  const readOne = async (id: string, state: LeadState) => {
    try {
      const lead = await store.read(id, state);
      // `read` returns null when a running server has just moved the lead.
      return lead ? [{ lead, state }] : [];
    } catch {
      console.error(`Lead ${id} (${state}) cannot be read.`);
      process.exitCode = 1;
      return [];
    }
  };
  const limit = pLimit(16);
  const leads: Found[] = [];
  for (const state of leadStates) {
    const ids = await store.list(state);
    for (const read of await Promise.all(ids.map((id) => limit(readOne, id, state))))
      leads.push(...read);
  }
  return leads.sort((one, other) => one.lead.receivedAt.localeCompare(other.lead.receivedAt));
}

/** Makes all leads due that wait, and with them the one with this id, also if the trap caught it; '' means all failed ones. */
async function retryLeads(store: LeadStore, id: string): Promise<void> {
  const nextAttemptAt = new Date().toISOString();
  let count = 0;
  for (const state of ['waiting', 'failed', 'trapped'] as const) {
    for (const one of await store.list(state)) {
      const isChosen = id === '' ? state !== 'trapped' : one === id;
      if (!isChosen && state !== 'waiting') continue;
      const lead = await store.read(one, state).catch(() => null);
      if (!lead) continue;
      const due = { ...lead, attempts: 0, failingSince: null, nextAttemptAt };
      await store.move(due, state, 'waiting');
      if (isChosen) count += 1;
    }
  }
  if (id !== '' && count === 0)
    throw new CommandError(`No waiting, failed or trapped lead has the id '${toLine(id)}'.`);
  console.log(
    `${count} to mail now. A running server mails them within seconds, Netlify within a minute.`,
  );
}

/** Mails a message that nobody sent, and stores nothing. */
async function sendTest({ contact, site }: Config): Promise<void> {
  if (contact.smtpUrl === null)
    throw new CommandError('SMTP_URL is not set: no mail server can be tried.');
  const at = new Date().toISOString();
  const submission = {
    name: 'Test of the site',
    email: contact.inbox,
    company: name,
    phone: '',
    challenge: 'This is a test of the mail settings. No visitor wrote it.',
  };
  const lead = { id: `test-${Date.now()}`, receivedAt: at, page: site.url, submission };
  const untried = { attempts: 0, nextAttemptAt: at, failingSince: null, error: null, sentAt: null };
  const send = createSendMail(contact, contact.smtpUrl);
  await send({ ...lead, ...untried }, new AbortController().signal).catch((error: unknown) => {
    throw new CommandError(
      `The mail was not taken: ${toLine(error instanceof Error ? error.message : String(error))}`,
    );
  });
  console.log(`The mail server has taken a test for ${contact.inbox}: look there.`);
}

/** Prints the list. What is said beside an export must not become a part of it. */
function printList(place: string, found: readonly Found[], format: string): void {
  const rows = found.map(toRow);
  const say = format === 'text' ? console.log : console.error;
  if (rows.length === 0) say(`No contact submissions are stored in ${place}.`);
  else say(`Leads in ${place}: ${rows.length}`);
  if (format === 'json') console.log(JSON.stringify(rows, null, 2));
  else if (format === 'csv') console.log(formatCsv(rows));
  else if (rows.length > 0) console.log(`\n${formatList(rows)}`);
}

async function forgetPerson(
  store: LeadStore,
  place: string,
  found: readonly Found[],
): Promise<void> {
  console.log(`Leads of this person in ${place}: ${found.length}`);
  console.log(`\n${formatList(found.map(toRow))}\n`);
  for (const { lead, state } of found) await store.remove(lead.id, state);
  console.log(`Deleted: ${found.length}. Backups and the inbox keep theirs.`);
}

/** The commands, with how many words may be behind each. */
const wordCounts = { list: [0], show: [1], forget: [1], retry: [0, 1], test: [0] } as const;
type Command = keyof typeof wordCounts;
const isCommand = (name: string): name is Command => Object.hasOwn(wordCounts, name);

/** @throws {CommandError} for anything else: what is misspelt must not list, mail or delete */
function parseCommand(): { command: Command; word: string | undefined; format: string } {
  const { values, positionals } = parseArguments({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, csv: { type: 'boolean' } },
  });
  const [command = 'list', ...words] = positionals;
  const formats = Object.keys(values);
  const isRight =
    isCommand(command) &&
    wordCounts[command].some((count) => count === words.length) &&
    !words.includes('') &&
    formats.length <= (positionals.length === 0 ? 1 : 0);
  if (!isRight)
    throw new CommandError(
      'npm run leads takes one of: nothing, --json, --csv, show ID, forget ADDRESS, retry, retry ID, test.',
    );
  return { command, word: words[0], format: formats[0] ?? 'text' };
}

await runCommand(async () => {
  const { command, word = '', format } = parseCommand();
  const config = loadConfig();
  if (command === 'test') return sendTest(config);
  const { netlifySite, dataDirectory } = config;
  const place = netlifySite ? `the Netlify site ${netlifySite.id}` : dataDirectory;
  const store = netlifySite ? openNetlifyLeads(netlifySite) : await openLocalLeads(dataDirectory);
  if (command === 'retry') return retryLeads(store, word);

  const leads = await readLeads(store);
  if (command === 'list') {
    printList(place, leads, format);
    return;
  }

  const isMeant = ({ id, submission }: Lead) =>
    command === 'show' ? id === word : submission.email.toLowerCase() === word.toLowerCase();
  const found = leads.filter(({ lead }) => isMeant(lead));
  if (found.length === 0)
    throw new CommandError(
      `No lead in ${place} has the ${command === 'show' ? 'id' : 'address'} '${toLine(word)}'.`,
    );
  if (command === 'forget') return forgetPerson(store, place, found);
  console.log(found.map((one) => `Lead in ${place}\n\n${formatWhole(toRow(one))}`).join('\n\n'));
});
