/** Stores the outbox as files: a folder for each state, with one JSON file per lead. */
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leadStates, parseLead, type Lead, type LeadState, type LeadStore } from './outbox.ts';
import { syncDirectory, writeFile } from '../disk/index.ts';

/** Passes a missing file or folder as null, and throws any other error. */
function passMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Creates missing folders of the outbox. */
export async function prepareOutbox(directory: string): Promise<void> {
  for (const state of leadStates)
    await mkdir(join(directory, state), { recursive: true, mode: 0o700 });
  // An earlier process may have renamed a lead and crashed before syncing the folder.
  for (const folder of ['..', '.', ...leadStates]) await syncDirectory(join(directory, folder));
}

/** Opens a prepared outbox. */
export function createFileStore(directory: string): LeadStore {
  const getPath = (id: string, state: LeadState) => join(directory, state, `${id}.json`);

  const writeLead = (lead: Lead, state: LeadState) => {
    const text = `${JSON.stringify(lead, null, 2)}\n`;
    return writeFile(join(directory, state), `${lead.id}.json`, text, 0o600);
  };

  return {
    async read(id, state) {
      const text = await readFile(getPath(id, state), 'utf8').catch(passMissing);
      return text === null ? null : parseLead(JSON.parse(text));
    },

    async list(state) {
      // The folder does not exist before the first lead.
      const names = (await readdir(join(directory, state)).catch(passMissing)) ?? [];
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort();
    },

    async add(lead, state) {
      await writeLead(lead, state);
      return true;
    },

    async move(lead, from, to) {
      if ((await access(getPath(lead.id, from)).catch(passMissing)) === null) return;
      await writeLead(lead, from);
      if (from === to) return;
      await mkdir(join(directory, to), { recursive: true, mode: 0o700 });
      await rename(getPath(lead.id, from), getPath(lead.id, to));
      await syncDirectory(join(directory, to));
      await syncDirectory(join(directory, from));
    },

    async remove(id, state) {
      await rm(getPath(id, state), { force: true });
      await syncDirectory(join(directory, state));
    },
  };
}
