/** The process that renders: checks pages, makes true those that are not, and makes what follows. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import { isDamage, removeDatabase } from '../disk/index.ts';
import { openPages, type PagesSite } from './check.ts';
import { tableFile } from '../table/index.ts';
import { performTasks, type OnProgress } from '../processes/index.ts';

export type PageTask =
  | { type: 'open' }
  | { type: 'list' }
  | { type: 'check'; paths: readonly string[] }
  | { type: 'report' }
  | { type: 'finish'; follows: boolean };
type Task = PagesSite & PageTask;

/** A process has one site. */
let opened: ReturnType<typeof openPages> | undefined;

async function perform(task: Task, onProgress: OnProgress): Promise<object> {
  const pages = await (opened ??= openPages(task));
  switch (task.type) {
    case 'open':
      await pages.saveAssets();
      return {};
    case 'list':
      return { paths: await pages.list() };
    case 'check':
      return pages.check(task.paths);
    case 'report':
      return { html: await pages.report() };
    case 'finish': {
      pages.table.tidy(task.renderer.code, Date.now());
      if (!task.follows) return { unmade: [] };
      // Imported here, because a page needs none of its libraries.
      const { follow } = await import('./followers/followers.ts');
      return { unmade: await follow(task, onProgress) };
    }
  }
}

/** A damaged table becomes an empty one, and every page is rendered again. */
async function performAgain(task: Task, onProgress: OnProgress): Promise<object> {
  try {
    return await perform(task, onProgress);
  } catch (error) {
    if (!isDamage(error)) throw error;
    await opened?.then(
      ({ close }) => close(),
      () => undefined,
    );
    opened = undefined;
    removeDatabase(join(task.siteDirectory, tableFile));
    return perform(task, onProgress);
  }
}

const limit = pLimit(1);
performTasks((task: Task, onProgress) => limit(performAgain, task, onProgress));
