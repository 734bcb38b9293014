/** Stores the outbox as files: a folder for each state, with one JSON file per lead. */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leadStates, parseLead, type Lead, type LeadState, type LeadStore } from './outbox.ts';
import { syncDirectory, writeFile } from '../disk/index.ts';

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** Creates missing folders of the outbox and removes files that a crash left unfinished. */
export async function prepareOutbox(directory: string): Promise<void> {
  for (const state of leadStates) {
    const folder = join(directory, state);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
  }
  // An earlier process may have renamed a lead and crashed before syncing the folder.
  for (const folder of ['..', '.', ...leadStates]) await syncDirectory(join(directory, folder));
}

/** Opens a prepared outbox. */
export function createFileStore(directory: string): LeadStore {
  const getPath = (id: string, state: LeadState) => join(directory, state, `${id}.json`);

  const write = (lead: Lead, state: LeadState) =>
    writeFile(
      join(directory, state),
      `${lead.id}.json`,
      `${JSON.stringify(lead, null, 2)}\n`,
      0o600,
    );

  async function read(id: string, state: LeadState): Promise<Lead | null> {
    try {
      return parseLead(JSON.parse(await readFile(getPath(id, state), 'utf8')));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async function list(state: LeadState): Promise<string[]> {
    const names = await readdir(join(directory, state)).catch((error: unknown) => {
      // The folder does not exist before the first lead.
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .sort();
  }

  return {
    read,
    list,

    async add(lead, state) {
      await write(lead, state);
      return true;
    },

    async find(id) {
      // Searches states in the order in which leads move, so that a lead moving meanwhile is found.
      for (const state of leadStates) {
        const lead = await read(id, state);
        if (lead) return lead;
      }
      return null;
    },

    async move(lead, from, to) {
      await write(lead, from);
      if (from === to) return;
      await rename(getPath(lead.id, from), getPath(lead.id, to));
      await syncDirectory(join(directory, to));
      await syncDirectory(join(directory, from));
    },
  };
}
