/** Renders pages in a process of their own (render-process.ts): one without an end, or a lack of memory, stays there. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getSnapshotDirectory, type Config } from '../config.ts';
import { getPictureOrigin } from '../content/contentful/index.ts';
import type { EntryAddress } from '../content/index.ts';
import { createProcess, TaskError } from '../processes/index.ts';
import type { Bundle } from './bundle.ts';
import type { ListedCard } from './share-cards.ts';
import type { Opened, Rendered, RenderedSite, RenderTask } from './render-process.ts';

const processFile = fileURLToPath(new URL('render-process.ts', import.meta.url));
/** Time for one page, the start of the process included. */
const pageMs = 30_000;
/** Time for the addresses of all pages. */
const listMs = 120_000;

/**
 * The pages of one code, over one account's content. Each function takes the version of the content that is wanted,
 * answers from the newest one, and rejects with a `TaskError` when the process fails.
 */
export interface Rendering extends Opened {
  code: string;
  /** Folder of the files that browsers load. */
  clientDirectory: string;
  /** The answer says of which version the page is. */
  render: (path: string, version: string) => Promise<Rendered>;
  /** Lists the addresses of all pages. */
  list: (version: string) => Promise<readonly string[]>;
  /** Finds what a share image shows; null for an address that no page names. */
  findCard: (path: string, version: string) => Promise<ListedCard | null>;
  /** Says where an entry is. */
  findEntry: (id: string, version: string) => Promise<EntryAddress>;
  /** Ends the process. */
  end: () => void;
}

/** Starts to render. @throws {TaskError} when the bundle cannot be loaded, or has no content that it can read */
export async function startRendering(
  { directory, code }: Bundle,
  config: Pick<Config, 'dataDirectory' | 'site' | 'contentful' | 'contentOnFailure'>,
  signal?: AbortSignal,
): Promise<Rendering> {
  const { dataDirectory, contentOnFailure } = config;
  const { ask, end } = createProcess(processFile, { dataDirectory, signal });
  const site: RenderedSite = {
    directory,
    snapshotDirectory: getSnapshotDirectory(config),
    dataDirectory,
    siteUrl: config.site.url,
    contentOnFailure,
    pictureOrigin: getPictureOrigin(config.contentful),
  };
  try {
    const opening: RenderTask = { ...site, type: 'open' };
    const opened = await ask<Opened>(opening, pageMs);
    /** Asks once more when the process has ended, as by another page. */
    const askTwice = <Answer extends object>(task: RenderTask, silenceMs: number) =>
      ask<Answer>(task, silenceMs).catch((error: unknown) => {
        if (error instanceof TaskError && error.kind === 'time') throw error;
        return ask<Answer>(task, silenceMs);
      });
    return {
      ...opened,
      code,
      clientDirectory: join(directory, 'client'),
      render: (path, version) =>
        askTwice<Rendered>({ ...site, type: 'render', path, version }, pageMs),
      list: async (version) =>
        (await askTwice<{ paths: string[] }>({ ...site, type: 'list', version }, listMs)).paths,
      findCard: async (path, version) => {
        const task: RenderTask = { ...site, type: 'card', path, version };
        return (await askTwice<{ found: ListedCard | null }>(task, listMs)).found;
      },
      findEntry: async (id, version) => {
        const task: RenderTask = { ...site, type: 'entry', id, version };
        return (await askTwice<{ address: EntryAddress }>(task, pageMs)).address;
      },
      end,
    };
  } catch (error) {
    end();
    throw error;
  }
}
