/**
 * `npm run leads`: lists the stored submissions with their delivery state, oldest first, and names the folder.
 * `-- --json` and `-- --csv` print whole submissions.
 * `-- show ID` prints one whole. `-- forget ADDRESS` lists all of one person, in every state, and deletes them;
 * with `--json` or `--csv` it exports them first.
 * `-- retry` mails refused leads again; with ids these alone, trapped ones too.
 * `-- test` sends a mail to the inbox through the settings of this machine.
 * The command reads the leads of this machine, or those on Netlify when NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN are set.
 */
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import pLimit from 'p-limit';
import { createBlobStore } from '#engine/netlify/index.ts';
import { company } from '#data/company.ts';
import type { Config } from '#engine/config.ts';
import {
  createFileStore,
  createSendMail,
  leadStates,
  type Lead,
  type LeadState,
  type LeadStore,
} from '#engine/leads/index.ts';
import { toLine } from '#engine/log.ts';
import { CommandError, parseArguments, runCommand } from './command-line/command.ts';
import { loadConfig } from '#engine/environment.ts';
import { hasDataFolder } from './command-line/data-folder.ts';

const toRow = (lead: Lead, state: LeadState) => ({
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

/** Columns of a terminal. */
const width = 80;

/** The id comes last: `show` and `retry` need the whole of it. */
const formatList = (rows: readonly Row[]): string =>
  rows
    .map(({ received, state, name, id, error }) => {
      const start = `${received.slice(0, 16)}  ${state.padEnd(7)}  `;
      const rest = width - start.length - id.length - 2;
      const line = `${start}${toLine(name).slice(0, rest).padEnd(rest)}  ${id}`;
      return error === '' ? line : `${line}\n    ${toLine(error)}`;
    })
    .join('\n');

/** Shows all of one lead, with lines that fit a terminal. */
const formatWhole = (row: Row): string =>
  Object.entries(row)
    .filter(([, value]) => value !== '')
    .flatMap(([name, value]) => {
      const lines = String(value).split('\n').map(toLine);
      const cut = lines.flatMap((line) => line.match(/.{1,68}(?:\s|$)|.{68}/gu) ?? ['']);
      return cut.map((line, index) => `${(index === 0 ? name : '').padEnd(12)}${line.trimEnd()}`);
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
  // Excel takes a file without a byte order mark for a local encoding.
  return `\uFEFF${[Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map(formatCsvCell).join(','))
    .join('\r\n')}`;
}

/** Opens the leads on Netlify, or those of the server on this machine. @throws {CommandError} where there are none */
async function openStore(
  { netlifySite, dataDirectory }: Config,
  isChange: boolean,
): Promise<LeadStore> {
  if (netlifySite) {
    const { id: siteID, token } = netlifySite;
    const store = createBlobStore(getStore({ name: 'leads', siteID, token }));
    const fail = () => {
      throw new CommandError(
        'The leads on Netlify cannot be read: check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN.',
      );
    };
    return { ...store, list: (state) => store.list(state).catch(fail) };
  }
  if (!(await hasDataFolder(dataDirectory, 'outbox', isChange)))
    throw new CommandError(
      `${dataDirectory} is the data folder of no server: set DATA_DIR in .env, which the server and this command read.`,
    );
  return createFileStore(join(dataDirectory, 'outbox'));
}

/** Returns the leads of all states, oldest first. Says which cannot be read. */
async function readLeads(store: LeadStore): Promise<{ lead: Lead; state: LeadState }[]> {
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
  const leads: { lead: Lead; state: LeadState }[] = [];
  for (const state of leadStates) {
    const ids = await store.list(state);
    for (const read of await Promise.all(ids.map((id) => limit(readOne, id, state))))
      leads.push(...read);
  }
  return leads.sort((one, other) => one.lead.receivedAt.localeCompare(other.lead.receivedAt));
}

async function retry(store: LeadStore, ids: readonly string[]): Promise<void> {
  const failed = await store.list('failed');
  const trapped = await store.list('trapped');
  const unknown = ids.find((id) => !failed.includes(id) && !trapped.includes(id));
  if (unknown !== undefined)
    throw new CommandError(`No refused or trapped lead has the id ${unknown}.`);
  const chosen = ids.length > 0 ? ids : failed;
  for (const id of chosen) {
    const state = failed.includes(id) ? 'failed' : 'trapped';
    const lead = await store.read(id, state);
    if (!lead) continue;
    const nextAttemptAt = new Date().toISOString();
    await store.move({ ...lead, attempts: 0, failingSince: null, nextAttemptAt }, state, 'waiting');
  }
  console.log(
    `${chosen.length} waiting again. A running server mails them within seconds, Netlify within a minute.`,
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
    company: company.name,
    phone: '',
    challenge: 'This is a test of the mail settings. Nobody wrote it.',
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

await runCommand(async () => {
  const { values, positionals } = parseArguments({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, csv: { type: 'boolean' } },
  });
  const [command, ...names] = positionals;
  const [name = ''] = names;
  if (command !== undefined && !['show', 'forget', 'retry', 'test'].includes(command))
    throw new CommandError(
      `Unknown command "leads ${command}": use show, forget, retry, test, --json or --csv.`,
    );
  const config = loadConfig();
  if (command === 'test') return sendTest(config);
  const { netlifySite, dataDirectory } = config;
  const place = netlifySite ? `the Netlify site ${netlifySite.id}` : dataDirectory;
  const store = await openStore(config, command === 'retry' || command === 'forget');
  if (command === 'retry') return retry(store, names);

  const isChosen = ({ id, submission }: Lead) =>
    command === 'show'
      ? id === name
      : command !== 'forget' || submission.email.toLowerCase() === name.toLowerCase();
  const leads = (await readLeads(store)).filter(({ lead }) => isChosen(lead));
  if (leads.length === 0 && command !== undefined)
    throw new CommandError(
      `No lead in ${place} has the ${command === 'show' ? 'id' : 'address'} '${toLine(name)}'.`,
    );
  const rows = leads.map(({ lead, state }) => toRow(lead, state));

  // What is printed beside an export must not become a part of it.
  const say = values.json || values.csv ? console.error : console.log;
  if (rows.length > 0) say(`Leads in ${place}: ${rows.length}\n`);
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else if (values.csv) console.log(formatCsv(rows));
  else if (command === 'show') console.log(rows.map(formatWhole).join('\n\n'));
  else if (rows.length === 0) console.log(`No contact submissions are stored in ${place}.`);
  else console.log(formatList(rows));

  if (command !== 'forget') return;
  for (const { lead, state } of leads) await store.remove(lead.id, state);
  say(`\nDeleted: ${rows.length}. Backups and the inbox keep theirs.`);
});
