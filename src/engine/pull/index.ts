/**
 * Reads the content service into the snapshot, and keeps the past addresses. This happens in a process of its own, which
 * runs this file too, so that a failure or a hang cannot harm the server.
 */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { getSnapshotDirectory, type ContentfulAccount } from '../account.ts';
import { openAddressBook } from '../addresses/index.ts';
import {
  ContentServiceError,
  createContentClient,
  type ContentEvent,
} from '../content/contentful/index.ts';
import {
  createMediaStore,
  listMediaNames,
  pullContent,
  readVersion,
  removeUnnamedMedia,
  setDamagedMediaAside,
  snapshotFile,
  type PullResult,
} from '../content/index.ts';
import { isDamage, removeDatabase } from '../disk/index.ts';
import { createProcess, performTasks, TaskError, type OnProgress } from '../processes/index.ts';

export interface PullTask {
  config: Pick<Config, 'dataDirectory' | 'site' | 'contentOnFailure'> & {
    contentful: ContentfulAccount;
  };
  /** Events that the content service must show before the pull. */
  events?: readonly ContentEvent[];
  /** Whether content types may lose most of their entries. */
  acceptFewer?: boolean;
  /** The entries of the address book, each with its last path; by default those of this machine's book. */
  lastPaths?: readonly (readonly [id: string, path: string])[];
  /** Whether the disk may have damaged content or pictures: then everything is read again. */
  isDamaged?: boolean;
  /** Whether the addresses of the content go into the address book. */
  keepsAddresses?: boolean;
}

export interface Pulled extends PullResult {
  /** Why the address book could not be used; null when it was. */
  addressFailure: string | null;
}

/** The version that the last pull left. Before the first one the disk may have damaged pictures. */
let lastVersion: string | null = null;
/** Whether the address book has the addresses of that version. */
let isBookCurrent = false;
let addressBook: ReturnType<typeof openAddressBook> | undefined;
/** When a picture or download is to be removed, in epoch milliseconds. */
let nextRemoval = 0;

async function pullOnce(task: PullTask, onProgress: OnProgress): Promise<Pulled> {
  const { config, events = [], acceptFewer = false, isDamaged = false } = task;
  const { contentful, contentOnFailure, site, dataDirectory } = config;
  const directory = getSnapshotDirectory(config);
  const mediaDirectory = join(dataDirectory, 'media');
  const before = readVersion(directory);
  const lacksMedia = (lastVersion === null || isDamaged) && setDamagedMediaAside(mediaDirectory);
  // The folder of a draft preview is in that of the live site.
  const live = contentful.showsDrafts
    ? {
        dataDirectory: join(dataDirectory, '..'),
        contentful: { ...contentful, showsDrafts: false },
      }
    : config;
  addressBook ??= openAddressBook(live);
  const book = addressBook;
  // Another process may have ended between its content and the addresses, or kept none. A server shows that content
  // already, and this pull may rename its entries.
  if (before !== '' && before !== lastVersion) isBookCurrent = false;
  if (before !== '' && task.keepsAddresses && !isBookCurrent)
    isBookCurrent = (await book.remember(null)) === null;
  // Read for a pull that meets a new entry.
  let lastPaths: ReadonlyMap<string, string> | undefined =
    task.lastPaths && new Map(task.lastPaths);
  let composed = 0;
  const result = await pullContent({
    client: createContentClient(contentful),
    siteUrl: site.url,
    directory,
    mediaStore: createMediaStore(mediaDirectory, contentful),
    onFailure: contentOnFailure,
    now: new Date(),
    // Who edits the sample space means it.
    acceptFewer: acceptFewer || contentful.isSample === true,
    liveDirectory: getSnapshotDirectory(live),
    findLastPath: (id) => (lastPaths ??= book.readLastPaths()).get(id),
    events,
    everything: lacksMedia || isDamaged,
    onComposed: (total) => {
      composed += 1;
      onProgress('Entries', composed, total);
    },
  });
  let addressFailure: string | null = null;
  if (task.keepsAddresses) {
    const added = isBookCurrent ? (result.changes?.live ?? new Map()) : null;
    addressFailure = await book.remember(added);
    isBookCurrent = addressFailure === null;
  }
  lastVersion = result.version;
  const time = Date.now();
  if (result.outcome === 'fresh' && (result.changes || time >= nextRemoval))
    try {
      nextRemoval = removeUnnamedMedia(mediaDirectory, listMediaNames(directory), time);
    } catch {
      // A full disk is no reason to publish nothing.
      nextRemoval = time + 3_600_000;
    }
  const nextDue = Math.min(result.nextDue ?? Infinity, nextRemoval);
  return { ...result, nextDue, addressFailure };
}

/** A damaged snapshot becomes an empty one, and everything is pulled. */
async function performPull(task: PullTask, onProgress: OnProgress): Promise<Pulled> {
  try {
    return await pullOnce(task, onProgress).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      removeDatabase(join(getSnapshotDirectory(task.config), snapshotFile));
      return pullOnce(task, onProgress);
    });
  } catch (error) {
    if (error instanceof ContentServiceError) throw new TaskError('content', error.message);
    throw error;
  }
}

/** The content service may take a minute to show an event, and a picture a minute to be encoded. */
const silenceMs = 600_000;

/** Starts a process that pulls with the first task. It stays, so that its code is loaded and compiled already. */
export function startPullProcess(config: PullTask['config'], signal?: AbortSignal) {
  const { ask, end } = createProcess(import.meta.filename, {
    dataDirectory: config.dataDirectory,
    signal,
  });
  return {
    /** Reads the changed content into the snapshot. @throws {TaskError} */
    pull: (task: Omit<PullTask, 'config'>, onProgress?: OnProgress) =>
      ask<Pulled>({ config, ...task } satisfies PullTask, silenceMs, onProgress),
    end,
  };
}

export type PullProcess = ReturnType<typeof startPullProcess>;

/** Pulls once, in a process that gives its memory back to the pages. @throws {TaskError} */
export async function pullInProcess(
  config: PullTask['config'],
  task: Omit<PullTask, 'config'> = {},
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<Pulled> {
  const { pull, end } = startPullProcess(config, signal);
  return pull(task, onProgress).finally(end);
}

// The process that startPullProcess starts runs this file.
if (process.argv[1] === import.meta.filename)
  performTasks(async (task: PullTask, onProgress) => {
    const answer = await performPull(task, onProgress);
    // Frees memory, as the next task may be days away. child.ts sets the flag.
    setImmediate(() => void globalThis.gc?.({ type: 'major', execution: 'async' }));
    return answer;
  });
