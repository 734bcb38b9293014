/**
 * Keeps the pages of a running server true. A page that was not found true at the version of the content in force is
 * checked before it is sent; meanwhile other visitors of the page wait for the same check.
 */
import { basename } from 'node:path';
import { getSubject } from '../../content/read.ts';
import type { Log } from '../../log.ts';
import { addFiles, type Site, type SiteFile } from '../../table/index.ts';
import type { Checked, PageProcess } from '../../pages/index.ts';

/** Time after which a visitor gets a page as it was, and the next one the new page. An editor waits for drafts. */
const pagePatienceMs = { visitor: 200, editor: 10_000 };
/** Time that a visitor waits for a page that has no file yet. */
const newPagePatienceMs = 2000;

/** Pages that are checked for visitors at once; in a flood the walk checks the others. */
const mostAtOnce = 50;

/** Waits for a promise, and no longer than this. */
const waitFor = (promise: Promise<unknown>, limitMs: number) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, limitMs).unref())]);

interface TruePagesOptions {
  site: Site;
  showsDrafts: boolean;
  /** Called when a question failed as a whole, or when content or pictures are damaged. */
  onFailure: (error: unknown) => void;
  /** Called when a file beside the pages is missing or damaged. */
  onDamage: (file: SiteFile) => void;
  log: Log;
}

export function createTruePages({ site, showsDrafts, onFailure, onDamage, log }: TruePagesOptions) {
  const patienceMs = pagePatienceMs[showsDrafts ? 'editor' : 'visitor'];
  /** What pages are checked against; null before the first pull. */
  let current: { version: string; process: PageProcess } | null = null;
  /** Version of the last walk: an address without a page then has none. */
  let walked: string | null = null;
  /** Version at which each page was last found true. */
  const trueAt = new Map<string, string>();
  const running = new Map<string, Promise<void>>();
  const failed = new Set<string>();
  const damaged = new Set<string>();
  let rendered = 0;

  function apply(checked: Checked, paths: readonly string[]): void {
    for (const path of paths) {
      trueAt.set(path, checked.version);
      failed.delete(path);
      damaged.delete(path);
    }
    addFiles(site, checked.files);
    for (const path of checked.gone) {
      site.files.delete(path);
      trueAt.delete(path);
    }
    for (const { path, reason, isOfContent } of checked.failures) {
      failed.add(path);
      log({ event: 'page.failed', page: path, error: reason });
      if (isOfContent) onFailure(null);
    }
    rendered += checked.rendered;
  }

  function check(path: string, { version, process }: NonNullable<typeof current>): Promise<void> {
    const known = running.get(path);
    if (known) return known;
    const checking = process
      .checkOne(path)
      .then((checked) => apply(checked, [path]))
      .catch((error: unknown) => {
        // The next walk tries again, so that visitors do not.
        trueAt.set(path, version);
        onFailure(error);
      })
      .finally(() => running.delete(path));
    running.set(path, checking);
    return checking;
  }

  return {
    apply,

    /** Makes a page true, unless that takes long. @returns false when it was true already */
    makeTrue: async (path: string, file: SiteFile | undefined): Promise<boolean> => {
      if (!current || trueAt.get(path) === current.version) return false;
      if (!file && (walked === current.version || getSubject(path) === null)) return false;
      if (running.size >= mostAtOnce && !running.has(path)) return false;
      await waitFor(check(path, current), file ? patienceMs : newPagePatienceMs);
      return true;
    },

    /** Notes that a file is missing or damaged. @returns whether the file is there again */
    mend: async (file: SiteFile): Promise<boolean> => {
      const { address, code } = file;
      log({ event: 'site.damaged', file: basename(file.path) });
      if (code === null) {
        onDamage(file);
        return false;
      }
      damaged.add(address);
      trueAt.delete(address);
      if (!current) return false;
      await waitFor(check(address, current), newPagePatienceMs);
      return !damaged.has(address);
    },

    /** Checks pages against this version from now on. */
    setVersion(version: string, process: PageProcess): void {
      if (current?.version !== version) rendered = 0;
      current = { version, process };
    },

    /** Notes that all pages of a version are there. */
    noteWalk(version: string): void {
      walked = version;
    },

    getState: () => ({
      version: current?.version ?? null,
      rendered,
      isWrong: failed.size + damaged.size > 0,
    }),
  };
}

export type TruePages = ReturnType<typeof createTruePages>;
