/** Keeps the site of a running server up to date: what is announced, what was missed, what becomes due. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError, type Log } from '../../../server/log.ts';
import { createPublishQueue, type PublishQueue } from '../../../server/publish/queue.ts';
import type { Site } from '../site.ts';
import {
  createPublishRunner,
  PublishError,
  runPublishJob,
  type PublishDone,
  type PublishSite,
} from './job.ts';
import { readReleasedSite } from './released-site.ts';
import { startProcess, type SendSignal } from './start-process.ts';
import { openEventStore } from './event-store.ts';
import type { ContentEvent } from '../../../content/contentful/contract.ts';

interface PublisherOptions extends PublishSite {
  /** `RECONCILE_MINUTES` */
  reconcileMinutes: number;
  /** Takes every release that is in force from now on. */
  onRelease: (site: Site) => Promise<void>;
  log: Log;
}

export interface Publisher extends Pick<PublishQueue, 'accept' | 'request' | 'getState'> {
  stop(): Promise<void>;
}

/** Milliseconds between two renders of everything, which heal what should not have been possible. */
const wholeEvery = 24 * 60 * 60 * 1000;
const followUpFile = fileURLToPath(new URL('follow-up.ts', import.meta.url));
const followUpLimit = 600_000;
const longestTimer = 2 ** 31 - 1;

export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const { config, renderer, reconcileMinutes, onRelease, log } = options;
  const { dataDirectory } = config;
  const stopping = new AbortController();
  const { signal } = stopping;
  let due: NodeJS.Timeout | undefined;

  /** A withheld post appears by itself. */
  const waitForDue = (nextDue: string | null) => {
    clearTimeout(due);
    if (nextDue === null) return;
    const remaining = Math.max(0, Date.parse(nextDue) - Date.now()) + 500;
    due = setTimeout(() => queue.request(), Math.min(remaining, longestTimer));
  };

  const showRelease = async () => {
    const site = await readReleasedSite(dataDirectory);
    if (site) await onRelease(site);
  };

  let signalFollower: SendSignal | undefined;
  let isPublishing = false;
  /** What follows a release stands still while the next one is made, which an editor waits for. */
  const directFollower = () => {
    // Windows knows no such signals, and would end it.
    if (process.platform !== 'win32') signalFollower?.(isPublishing ? 'SIGSTOP' : 'SIGCONT');
  };

  let following: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  /** One after the other, and one only for all releases that came meanwhile. */
  const followUp = () => {
    if (isWaiting) return;
    isWaiting = true;
    following = following
      .then(async () => {
        isWaiting = false;
        const onStart = (send: SendSignal) => {
          signalFollower = send;
          if (isPublishing) directFollower();
        };
        const options = { dataDirectory, background: true, signal, onStart };
        await startProcess(followUpFile, options)
          .finish({ dataDirectory }, followUpLimit)
          .finally(() => (signalFollower = undefined));
        await showRelease();
      })
      .catch((error: unknown) => {
        if (!signal.aborted) log({ event: 'follow-up.failed', ...describeError(error) });
      });
  };

  async function finish({ pull, pages }: PublishDone, whole: boolean): Promise<boolean> {
    waitForDue(pages.nextDue);
    if (pages.isNew) {
      await showRelease();
      followUp();
      const { rendered, changed, removed } = pages;
      log({ event: whole ? 'publish.healed' : 'publish.done', rendered, changed, removed });
    }
    if (pull.failure !== null) log({ event: 'content.failed', error: pull.failure });
    return pull.outcome === 'fresh';
  }

  const runner = createPublishRunner({ config, renderer }, signal);

  async function publish(events: readonly ContentEvent[]): Promise<boolean> {
    const isHealing = Date.now() - lastWhole > wholeEvery;
    const changes = { events, whole: false, acceptFewer: [] };
    try {
      if (!isHealing) return await finish(await runner.run(changes), false);
    } catch (error) {
      const isContent = error instanceof PublishError && error.kind === 'content';
      const reason = error instanceof PublishError ? error.message : describeError(error).error;
      log({ event: 'publish.failed', error: reason });
      if (isContent || signal.aborted) return false;
    }
    // Whatever went wrong, or might have without a sign: everything is read and rendered anew.
    const options = { background: isHealing, signal };
    const job = runPublishJob({ config, renderer }, { ...changes, whole: true }, options);
    const isDone = await finish(await job, true);
    lastWhole = Date.now();
    return isDone;
  }

  const publishAlone = async (events: readonly ContentEvent[]) => {
    isPublishing = true;
    directFollower();
    try {
      return await publish(events);
    } finally {
      isPublishing = false;
      directFollower();
      runner.prepare();
    }
  };

  let lastWhole = Date.now();
  const store = await openEventStore(join(dataDirectory, 'publish'));
  const queue = createPublishQueue({ store, publish: publishAlone, log, now: Date.now });
  const reconcile =
    reconcileMinutes > 0
      ? setInterval(() => queue.request(), reconcileMinutes * 60_000)
      : undefined;

  followUp();
  // What an earlier process was asked, and what was published while none was here.
  queue.request();

  return {
    accept: (event) => queue.accept(event),
    request: () => queue.request(),
    getState: () => queue.getState(),
    async stop() {
      clearInterval(reconcile);
      clearTimeout(due);
      stopping.abort();
      await queue.stop();
      await following;
    },
  };
}
