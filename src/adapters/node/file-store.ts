/** The outbox as files: `waiting/`, `sent/` and `failed/` with one JSON file per lead. */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  leadStates,
  parseLead,
  type Lead,
  type LeadState,
  type LeadStore,
} from '../../server/contact/outbox.ts';

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** Makes names in a folder survive a power cut; Windows has no such call and keeps its own journal. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const unfinished = 'unfinished';

/** Makes the folders of the outbox, and clears what a crash left half written. */
export async function prepareOutbox(directory: string): Promise<void> {
  await rm(join(directory, unfinished), { recursive: true, force: true });
  for (const folder of [unfinished, ...leadStates]) {
    await mkdir(join(directory, folder), { recursive: true, mode: 0o700 });
  }
  await syncDirectory(directory);
}

/** The leads in a prepared outbox. */
export function createFileStore(directory: string): LeadStore {
  const getPath = (id: string, state: LeadState) => join(directory, state, `${id}.json`);

  /** A crash leaves the old file or the new one, never half of one. */
  async function write(lead: Lead, state: LeadState): Promise<void> {
    const temporary = join(directory, unfinished, `${lead.id}.json`);
    // A leftover of a write that failed in this process.
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(lead, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, getPath(lead.id, state));
  }

  return {
    async add(lead) {
      await write(lead, 'waiting');
      await syncDirectory(join(directory, 'waiting'));
      return true;
    },

    async read(id, state) {
      try {
        return parseLead(JSON.parse(await readFile(getPath(id, state), 'utf8')));
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
    },

    async list(state) {
      const names = await readdir(join(directory, state)).catch((error: unknown) => {
        // Nothing was ever stored here.
        if (hasCode(error, 'ENOENT')) return [];
        throw error;
      });
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort();
    },

    async move(lead, from, to) {
      await write(lead, from);
      if (from === to) return syncDirectory(join(directory, from));
      await rename(getPath(lead.id, from), getPath(lead.id, to));
      await syncDirectory(join(directory, to));
      await syncDirectory(join(directory, from));
    },
  };
}
