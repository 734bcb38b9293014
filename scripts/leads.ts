/**
 * `npm run leads`: lists the stored submissions with their delivery state, oldest first, and names the folder.
 * `--json` and `--csv` print whole submissions. `retry` mails refused leads again; trapped leads only by
 * their ids. The command reads the leads of this machine, or those on Netlify when NETLIFY_SITE_ID and
 * NETLIFY_AUTH_TOKEN are set.
 */
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import pLimit from 'p-limit';
import { createBlobStore } from '#engine/netlify/index.ts';
import {
  createFileStore,
  leadStates,
  type Lead,
  type LeadState,
  type LeadStore,
} from '#engine/leads/index.ts';
import { CommandError, parseArguments, runCommand } from './command-line/command.ts';
import { loadConfig } from './command-line/environment.ts';
import { hasDataFolder } from './command-line/data-folder.ts';

type Row = Record<string, string | number>;

const toRow = (lead: Lead, state: LeadState): Row => ({
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

/** Text from a mail server or a visitor must not steer the terminal or break lines. */
const formatCell = (value: string | number | undefined, width: number) =>
  String(value ?? '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .slice(0, width)
    .padEnd(width);

function formatTable(rows: readonly Row[]): string {
  const columns = Object.entries({
    id: 30,
    received: 16,
    state: 7,
    attempts: 8,
    name: 20,
    company: 20,
    email: 28,
    page: 60,
    error: 300,
  });
  const heading = Object.fromEntries(columns.map(([name]) => [name, name]));
  return [heading, ...rows]
    .map((row) =>
      columns
        .map(([name, width]) => formatCell(row[name], width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A cell that begins like a formula is marked as text, so that no spreadsheet runs a visitor's text. */
const formatCsvCell = (value: string | number) =>
  `"${String(value)
    // A telephone number such as +46 (0)8-123 stays whole.
    .replace(/^(?!\+[\d ()./-]+$)(?=[=+\-@\t\r])/, "'")
    // A spreadsheet would round +919845012345, and take the zero of 08047182200.
    .replace(/^(\+?\d{2,})(\d{5})$/, '$1 $2')
    .replaceAll('"', '""')}"`;

function formatCsv(rows: readonly Row[]): string {
  const [first = {}] = rows;
  return [Object.keys(first), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map(formatCsvCell).join(','))
    .join('\r\n');
}

const openNetlifyStore = (siteID: string, token: string): LeadStore => {
  const store = createBlobStore(getStore({ name: 'leads', siteID, token }));
  return {
    ...store,
    list: (state) =>
      store.list(state).catch(() => {
        throw new CommandError(
          'The leads on Netlify cannot be read: check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN.',
        );
      }),
  };
};

/** Opens the leads of the server on this machine. @throws {CommandError} when no server keeps its data there */
async function openFolder(folder: string, isRetry: boolean): Promise<LeadStore> {
  if (!(await hasDataFolder(folder, 'outbox', isRetry)))
    throw new CommandError(
      `${folder} is the data folder of no server: set DATA_DIR in .env, which the server and this command read.`,
    );
  return createFileStore(join(folder, 'outbox'));
}

await runCommand(async () => {
  const { values, positionals } = parseArguments({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, csv: { type: 'boolean' } },
  });
  const [command, ...ids] = positionals;
  if (command !== undefined && command !== 'retry') {
    throw new CommandError(`Unknown command "leads ${command}": use --json, --csv or retry.`);
  }
  const { netlifySite, dataDirectory } = loadConfig();
  const place = netlifySite ? `the Netlify site ${netlifySite.id}` : dataDirectory;
  const store = netlifySite
    ? openNetlifyStore(netlifySite.id, netlifySite.token)
    : await openFolder(dataDirectory, command === 'retry');

  if (command === 'retry') {
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
      await store.move({ ...lead, attempts: 0, nextAttemptAt }, state, 'waiting');
    }
    console.log(
      `${chosen.length} waiting again. A running server mails them within seconds, Netlify within a minute.`,
    );
    return;
  }

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
  leads.sort((one, other) => one.lead.receivedAt.localeCompare(other.lead.receivedAt));
  const rows = leads.map(({ lead, state }) => toRow(lead, state));

  if (values.json || values.csv) console.error(`Leads in ${place}`);
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else if (values.csv) console.log(formatCsv(rows));
  else if (rows.length === 0) console.log(`No contact submissions are stored in ${place}.`);
  else console.log(`Leads in ${place}\n\n${formatTable(rows)}`);
});
