/** Measures this site: the commands `start` and `build`, with an empty disk but for the bundle of the code. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sendCrowd } from './crowd.ts';
import { startCommand, startSite } from './support/commands.ts';
import { measureMemory } from './support/memory.ts';
import { makePost, prepareSite } from './support/published-site.ts';
import { getSecondsSince, measureSeconds } from './support/seconds.ts';
import { startServiceProcess, type ServiceProcess } from './support/service-process.ts';
import { signEvent } from './support/signed-requests.ts';

type PreparedSite = Awaited<ReturnType<typeof prepareSite>>;
type Say = (step: string) => void;

const rounds = 3;
/** Until a publish is no part of a burst any more (front/queue.ts). */
const calmMs = 10_500;

const getMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** Publishes a post. @returns the seconds from the arrival of the webhook to the first visitor who reads the text */
async function measurePublish(
  url: string,
  service: ServiceProcess,
  post: ReturnType<typeof makePost>,
  seen: { path: string; text: string },
): Promise<number> {
  const event = signEvent({ sys: await service.publish(post) });
  const known = (await fetch(url + seen.path)).headers.get('etag') ?? '';
  const start = performance.now();
  await fetch(url + event.path, event);
  // Conditional requests, as browsers send, so that asking often costs little.
  const look = () => fetch(url + seen.path, { headers: { 'if-none-match': known } });
  while (!(await (await look()).text()).includes(seen.text)) await wait(5);
  return getSecondsSince(start);
}

async function measurePublishes(url: string, posts: number, service: ServiceProcess) {
  const edits: number[] = [];
  const additions: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const number = Math.floor(posts / 2) + round;
    const text = `Edited in round ${round}`;
    const edited = makePost(number, { title: text });
    edits.push(await measurePublish(url, service, edited, { path: `/blog/post-${number}`, text }));
    await wait(calmMs);
    const publishedDate = new Date(Date.UTC(2026, 9, 1 + round)).toISOString();
    const added = makePost(posts + round, { publishedDate });
    const list = { path: '/blog', text: `Post number ${posts + round}` };
    additions.push(await measurePublish(url, service, added, list));
    await wait(calmMs);
  }
  return { edit: getMedian(edits), addition: getMedian(additions) };
}

/** Waits for the warm-up, which takes the time of visitors' pages. */
async function waitForWarmUp(url: string): Promise<void> {
  const isBuilding = async () =>
    (await (await fetch(`${url}/api/health`)).text()).includes('"building":true');
  while (await isBuilding()) await wait(200);
}

async function measureServer(site: PreparedSite, posts: number, service: ServiceProcess, say: Say) {
  const server = startSite(site);
  const serve = async () => {
    say('first pull, first page');
    const { url, ...opened } = await server.open();
    say('a crowd while nothing is stored');
    const first = await sendCrowd(url);
    say('the warm-up');
    await waitForWarmUp(url);
    say('publishes');
    const published = await measurePublishes(url, posts, service);
    say('a crowd just after a pull');
    await waitForWarmUp(url);
    const last = { path: '/blog/post-1', text: 'Edited last' };
    await measurePublish(url, service, makePost(1, { title: last.text }), last);
    const after = await sendCrowd(url);
    say('share images');
    // The list of pages was stale in that crowd.
    const { shareImages } = await sendCrowd(url);
    return { ...opened, ...published, first, after, shareImages };
  };
  try {
    const [figures, megabytes] = await measureMemory(server.pid, serve);
    return { ...figures, megabytes };
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
  const [seconds, megabytes] = await measureMemory(command.pid, () =>
    measureSeconds(() => once(command, 'exit')),
  );
  if (command.exitCode !== 0) throw new Error('The build failed.');
  return { seconds, megabytes };
}

/** Seconds, and megabytes of all processes together, each with its name in the table. */
export async function measureSite(posts: number, say: Say): Promise<Record<string, number>> {
  const service = await startServiceProcess(posts);
  try {
    say('bundling the code');
    const site = await prepareSite(service.account);
    try {
      const served = await measureServer(site, posts, service, say);
      say('npm run build');
      const built = await measureBuild(site, served.shareImages);
      return {
        'npm run build': built.seconds,
        'first pull': served.pull,
        'first page after it': served.firstPage,
        'an edit live': served.edit,
        'a new post live': served.addition,
        'crowd, nothing stored: 99 % within': served.first.waited,
        'crowd just after a pull: 99 % within': served.after.waited,
        'crowds: a lead meanwhile': Math.max(served.first.lead, served.after.lead),
        'crowds: wrong answers': served.first.wrong + served.after.wrong,
        'memory of npm run build, MB': built.megabytes,
        'memory of npm start, MB': served.megabytes,
      };
    } finally {
      await site.remove();
    }
  } finally {
    await service.close();
  }
}
