/**
 * The process that publish-process.ts starts: reads the site, then one task per line, and answers each with a line.
 */
import './end-with-parent.ts';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { getSiteDirectory, getSnapshotDirectory } from '../../config.ts';
import {
  ContentServiceError,
  createContentClient,
  createMediaStore,
  pull,
} from '../content/index.ts';
import { describeDiskError } from '../disk/index.ts';
import { describeError } from '../log.ts';
import { generate } from './render/generate.ts';
import { GateError, loadRenderer } from './render/render-pages.ts';
import { withoutDamage } from './without-damage.ts';
import {
  publishSite,
  publishTask,
  type PublishAnswer,
  type PublishDone,
  type PublishSite,
  type PublishTask,
} from './publish-process.ts';

const getSource = (config: PublishSite['config']) => ({
  client: createContentClient(config.contentful),
  directory: getSnapshotDirectory(config),
});

const getFolders = ({ config, renderer }: PublishSite) => ({
  rendererDirectory: renderer.directory,
  snapshotDirectory: getSnapshotDirectory(config),
  siteDirectory: getSiteDirectory(config),
});

async function publish(
  { config, renderer }: PublishSite,
  { events, whole, acceptFewer }: PublishTask,
): Promise<PublishDone> {
  const { dataDirectory, contentOnFailure } = config;
  const now = new Date();
  const mediaDirectory = join(dataDirectory, 'media');
  const start = performance.now();
  let unseen = 0;
  const pulled = await pull({
    ...getSource(config),
    mediaStore: createMediaStore({ directory: mediaDirectory, account: config.contentful }),
    onFailure: contentOnFailure,
    now,
    acceptFewer,
    events,
    whole,
    onUnseen: ({ length }) => {
      unseen = length;
    },
  });
  const pulling = performance.now() - start;
  const pages = await generate({
    ...getFolders({ config, renderer }),
    code: renderer.code,
    mediaDirectory,
    mayBeDegraded: contentOnFailure === 'degrade',
    whole,
    now,
  });
  return { pull: pulled, pages, unseen, pulling };
}

/** Passes on only our own sentences: messages of libraries may quote addresses and tokens. */
function describeFailure(error: unknown): PublishAnswer {
  const failed = (sentence: string, kind: 'content' | 'disk' | 'site' = 'site') =>
    ({ type: 'failed', kind, sentence }) as const;
  if (error instanceof ContentServiceError) return failed(error.message, 'content');
  if (error instanceof GateError) return failed(error.message);
  const fault = describeDiskError(error);
  if (fault !== null) return failed(fault, 'disk');
  const place =
    error instanceof Error ? /[\w.-]+:\d+(?=:\d+\)?$)/m.exec(error.stack ?? '')?.[0] : '';
  const { error: kind } = describeError(error);
  return failed(`The pages could not be rendered (${kind} at ${place ?? 'an unknown place'}).`);
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
/** Parses the next line; null at the end of the input. */
const readLine = async <T>(schema: v.GenericSchema<unknown, T>): Promise<T | null> => {
  const { value, done } = await lines.next();
  return done ? null : v.parse(schema, JSON.parse(value));
};

const site = await readLine(publishSite);
if (!site) throw new Error('The process was started without a site.');
const folders = getFolders(site);
// A failure here repeats with the task, which reports it.
await loadRenderer(folders).catch(() => undefined);
for (let task = await readLine(publishTask); task; task = await readLine(publishTask)) {
  const answer = await withoutDamage(folders, () => publish(site, task))
    .then((done): PublishAnswer => ({ type: 'done', done }))
    .catch(describeFailure);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  // publish-process.ts replaces a failed process.
  if (answer.type === 'failed') break;
  // Frees memory, as the next task may be days away. start-process.ts sets the flag.
  void globalThis.gc?.({ type: 'major', execution: 'async' });
}
// Timers of a page must not keep the process running.
process.stdout.write('', () => process.exit());
