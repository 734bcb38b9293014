/** The process that job.ts starts: takes a job from its input, answers on its output. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getSnapshotDirectory } from '../../../config.ts';
import { ContentServiceError, createContentClient } from '../../../content/client.ts';
import { createMediaStore } from '../../../content/media.ts';
import { pull } from '../../../content/pull.ts';
import { hasKey } from '../../../content/unknown.ts';
import { describeError } from '../../../server/log.ts';
import { GateError, generate } from './generate.ts';
import type { PublishDone, PublishJob } from './job.ts';

// Written by job.ts, which is ours.
const isJob = (value: unknown): value is PublishJob =>
  hasKey(value, 'config') && hasKey(value, 'renderer') && hasKey(value, 'wanted');

async function publish({
  config,
  renderer,
  wanted,
  whole,
  acceptFewer,
}: PublishJob): Promise<PublishDone> {
  const { dataDirectory, contentful, contentOnFailure, site } = config;
  const now = new Date();
  const mediaDirectory = join(dataDirectory, 'media');
  const pulled = await pull({
    client: createContentClient(contentful),
    mediaStore: createMediaStore({ directory: mediaDirectory }),
    directory: getSnapshotDirectory(config),
    onFailure: contentOnFailure,
    now,
    acceptFewer,
    wanted,
    whole,
  });
  const pages = await generate({
    rendererDirectory: renderer.directory,
    code: renderer.code,
    siteDirectory: join(dataDirectory, 'site'),
    mediaDirectory,
    siteUrl: site.url,
    mayBeDegraded: contentOnFailure === 'degrade',
    whole,
    now,
  });
  return { pull: pulled, pages };
}

/** Only our own sentences are passed on: those of others may quote addresses and tokens. */
function describeFailure(error: unknown) {
  if (error instanceof ContentServiceError) return { kind: 'content', failure: error.message };
  if (error instanceof GateError) return { kind: 'site', failure: error.message };
  const place =
    error instanceof Error ? /[\w.-]+:\d+(?=:\d+\)?$)/m.exec(error.stack ?? '')?.[0] : '';
  const { error: kind } = describeError(error);
  return {
    kind: 'site',
    failure: `The pages could not be rendered (${kind} at ${place ?? 'an unknown place'}).`,
  };
}

const job: unknown = JSON.parse(await text(process.stdin));
if (!isJob(job)) throw new Error('This is no job.');
const answer = await publish(job).catch(describeFailure);
// A page's own timers must not keep the process.
process.stdout.write(JSON.stringify(answer), () => process.exit());
