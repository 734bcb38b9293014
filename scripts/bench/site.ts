/** Measures this site: the commands `start` and `build`, with an empty disk but for the bundle of the code. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sendCrowd, type Crowd } from './crowd.ts';
import { startCommand, startSite } from './support/commands.ts';
import { measureMemory } from './support/memory.ts';
import { makePost, prepareSite } from './support/published-site.ts';
import { getSecondsSince, measureSeconds } from './support/seconds.ts';
import { startServiceProcess, type ServiceProcess } from './support/service-process.ts';
import { signEvent } from './support/signed-requests.ts';

type PreparedSite = Awaited<ReturnType<typeof prepareSite>>;
type Say = (step: string) => void;

/** Seconds; megabytes of all processes together. */
export interface SiteFigures {
  pull: number;
  /** From the end of the pull. */
  firstPage: number;
  pullMemory: number;
  crowd: Crowd;
  crowdMemory: number;
  /** At once after a pull: each page is remembered as it was before. */
  crowdAfterPull: Crowd;
  /** From the end of the first crowd. */
  round: number;
  /** From the arrival of the webhook to the first visitor who reads it: the median of several. */
  edit: number;
  addition: number;
  build: number;
  buildMemory: number;
}

const rounds = 5;
/** Until a publish is no part of a burst any more (serve/node/queue.ts). */
const calmMs = 10_500;

const getMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

async function waitForRound(url: string): Promise<void> {
  const isBuilding = async () =>
    (await (await fetch(`${url}/api/health`)).text()).includes('"building":true');
  while (await isBuilding()) await wait(200);
}

async function measurePublishes(url: string, posts: number, service: ServiceProcess, say: Say) {
  const publish = async (post: ReturnType<typeof makePost>, path: string, text: string) => {
    const event = signEvent({ sys: await service.publish(post) });
    const known = (await fetch(url + path)).headers.get('etag') ?? '';
    const start = performance.now();
    await fetch(url + event.path, event);
    // Conditional requests, as browsers send, so that asking often costs little.
    const look = () => fetch(url + path, { headers: { 'if-none-match': known } });
    while (!(await (await look()).text()).includes(text)) await wait(5);
    return getSecondsSince(start);
  };
  const edits: number[] = [];
  const additions: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    say(`publishes, round ${round + 1} of ${rounds}`);
    const number = Math.floor(posts / 2) + round;
    const title = `Edited in round ${round}`;
    edits.push(await publish(makePost(number, { title }), `/blog/post-${number}`, title));
    await wait(calmMs);
    const added = posts + round;
    const publishedDate = new Date(Date.UTC(2026, 9, 1 + round)).toISOString();
    const post = makePost(added, { publishedDate });
    additions.push(await publish(post, '/blog', `Post number ${added}`));
    await wait(calmMs);
  }
  say('a crowd after a pull');
  await publish(makePost(1, { title: 'Edited last' }), '/blog/post-1', 'Edited last');
  const crowdAfterPull = await sendCrowd(url);
  return { edit: getMedian(edits), addition: getMedian(additions), crowdAfterPull };
}

async function measureServer(site: PreparedSite, posts: number, service: ServiceProcess, say: Say) {
  say('first pull, first page');
  const server = startSite(site);
  try {
    const [{ url, pull, firstPage }, pullMemory] = await measureMemory(server.pid, () =>
      server.open(),
    );
    say('a crowd');
    const [crowd, crowdMemory] = await measureMemory(server.pid, () => sendCrowd(url));
    say('the quiet round');
    const round = await measureSeconds(() => waitForRound(url));
    const publishes = await measurePublishes(url, posts, service, say);
    return { pull, firstPage, pullMemory, crowd, crowdMemory, round, ...publishes };
  } finally {
    await server.close();
  }
}

/** Share images count as drawn: drawing ten thousand takes a quarter of an hour, once in the life of a site. */
async function measureBuild({ config, folder }: PreparedSite, shareImages: ReadonlySet<string>) {
  const dataDirectory = join(folder, 'data-of-build');
  await mkdir(join(dataDirectory, 'share'), { recursive: true });
  for (const name of shareImages) await writeFile(join(dataDirectory, 'share', name), '');
  const command = startCommand('build', folder, { ...config, dataDirectory });
  command.stdout.resume();
  const [build, buildMemory] = await measureMemory(command.pid, () =>
    measureSeconds(() => once(command, 'exit')),
  );
  if (command.exitCode !== 0) throw new Error('The build failed.');
  return { build, buildMemory };
}

export async function measureSite(posts: number, say: Say): Promise<SiteFigures> {
  const service = await startServiceProcess(posts);
  try {
    say('bundling the code');
    const site = await prepareSite(service.account);
    try {
      const served = await measureServer(site, posts, service, say);
      say('npm run build');
      return { ...served, ...(await measureBuild(site, served.crowd.shareImages)) };
    } finally {
      await site.remove();
    }
  } finally {
    await service.close();
  }
}
