/** Stores the outbox as files: a folder for each state, with one JSON file per lead. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leadStates, parseLead, type Lead, type LeadState, type LeadStore } from './outbox.ts';
import { createDirectorySync, syncDirectory } from '../disk/sync-directory.ts';

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

const unfinished = 'unfinished';

/** Creates missing folders of the outbox and removes files that a crash left unfinished. */
export async function prepareOutbox(directory: string): Promise<void> {
  for (const folder of [unfinished, ...leadStates]) {
    await mkdir(join(directory, folder), { recursive: true, mode: 0o700 });
  }
  for (const name of await readdir(join(directory, unfinished)))
    await rm(join(directory, unfinished, name), { recursive: true, force: true });
  // An earlier process may have renamed a lead and crashed before syncing the folder.
  for (const folder of ['..', '.', ...leadStates]) await syncDirectory(join(directory, folder));
}

/** Opens a prepared outbox. */
export function createFileStore(directory: string): LeadStore {
  const getPath = (id: string, state: LeadState) => join(directory, state, `${id}.json`);
  const syncNew = {
    waiting: createDirectorySync(join(directory, 'waiting')),
    trapped: createDirectorySync(join(directory, 'trapped')),
  };

  // Only this server adds leads while it runs, so it keeps all ids in memory.
  let ids: Set<string> | undefined;
  async function getIds(): Promise<Set<string>> {
    if (ids) return ids;
    const found = await Promise.all(leadStates.map(list));
    ids ??= new Set(found.flat());
    return ids;
  }

  /** Writes a lead atomically: a crash leaves the old file or the new one. */
  async function write(lead: Lead, state: LeadState): Promise<void> {
    const temporary = join(directory, unfinished, `${lead.id}.${randomUUID()}`);
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(lead, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, getPath(lead.id, state));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

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
      const known = await getIds();
      await write(lead, state);
      await syncNew[state]();
      known.add(lead.id);
      return true;
    },

    async find(id) {
      if (!(await getIds()).has(id)) return null;
      // Searches states in the order in which leads move, so that a lead moving meanwhile is found.
      for (const state of leadStates) {
        const lead = await read(id, state);
        if (lead) return lead;
      }
      return null;
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
