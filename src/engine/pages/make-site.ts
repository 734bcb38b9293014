/** Makes the whole site for a command, which needs every page. */
import { TaskError } from '../processes/index.ts';
import type { PagesSite } from './check.ts';
import { startPullProcess, type PullTask } from '../pull/index.ts';
import { walk, type Walked, type WalkOptions } from './walk.ts';

type MakeOptions = Pick<PullTask, 'acceptFewer' | 'keepsAddresses' | 'lastPaths'> &
  Pick<WalkOptions, 'follows' | 'onProgress'>;

/** Makes every page true, of content that is read while the code is bundled. @throws {TaskError} for one page, too */
export async function makeSite(
  { config, siteDirectory }: Omit<PagesSite, 'renderer'>,
  bundle: (signal: AbortSignal) => Promise<PagesSite['renderer']>,
  { follows = true, onProgress, ...task }: MakeOptions,
) {
  const stopping = new AbortController();
  const { pull, end } = startPullProcess(config);
  try {
    const [renderer, pulled] = await Promise.all([bundle(stopping.signal), pull(task, onProgress)]);
    const site = { config, siteDirectory, renderer };
    const requireAll = ({ failures: [failure] }: Walked) => {
      if (failure)
        throw new TaskError('site', `${failure.path} could not be rendered: ${failure.reason}.`);
    };
    // It ends the walk before the site counts as whole.
    const walked = await walk(site, { isFast: true, follows, onPages: requireAll, onProgress });
    return { renderer, pulled, walked };
  } finally {
    stopping.abort();
    end();
  }
}
