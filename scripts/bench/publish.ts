/** Measures the time from the webhook to the first visitor who reads the change, beside that of Hugo's full build. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import {
  listShareImages,
  renewAdditions,
  shareImages,
  walk as walkPages,
} from '#engine/pages/index.ts';
import { getSnapshotDirectory } from '#engine/config.ts';
import { createRead } from '#engine/content/read.ts';
import { measureMemory } from './support/memory.ts';
import { makePost, prepareSite } from './support/published-site.ts';
import { serveSite } from './support/served-site.ts';
import { startServiceProcess, type ServiceProcess } from './support/service-process.ts';
import type { RawEntry } from '../content-service/service.ts';
import { buildSite, getBuildDirectory } from '../build.ts';
import type { Promised, Result, SayStep } from './result.ts';

export const title = 'Publish to live, on Node: median and worst of 5, milliseconds';

const { POSTS } = process.env;
/** `POSTS` measures one size alone, such as 100,000. */
const sizes = POSTS ? [Number(POSTS)] : [100, 1000, 10_000];
/** Above this number of posts neither builds nor Hugo are measured. */
const usualMost = 10_000;
const rounds = 5;

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
const show = (values: readonly number[]) =>
  `${Math.round(median(values))} / ${Math.round(Math.max(...values))}`;

/** Removes the folders at the end of the run: ext4 is slow to make files for minutes after many are removed. */
const removals: (() => Promise<void>)[] = [];

/** Seconds that Hugo takes to build as many pages with the same text; null where Hugo is not installed. */
async function measureHugo(posts: number): Promise<number | null> {
  const run = promisify(execFile);
  const folder = await mkdtemp(join(tmpdir(), 'hugo-'));
  removals.push(() => rm(folder, { recursive: true, force: true }));
  try {
    const [content, layouts] = [
      join(folder, 'content', 'blog'),
      join(folder, 'layouts', '_default'),
    ];
    for (const one of [content, layouts]) await mkdir(one, { recursive: true });
    const settings = 'baseURL = "http://localhost/"\n[pagination]\npagerSize = 24\n';
    await writeFile(join(folder, 'hugo.toml'), settings);
    const page = '<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>';
    const list =
      '{{ range .Paginator.Pages }}<p><a href="{{ .RelPermalink }}">{{ .Title }}</a></p>{{ end }}';
    await writeFile(join(layouts, 'single.html'), `${page}{{ .Content }}`);
    await writeFile(join(layouts, 'list.html'), `${page}${list}`);
    const paragraph = 'A subscription business has a size at which it stops growing. '.repeat(12);
    const body = Array.from({ length: 18 }, () => `${paragraph}\n`).join('\n');
    for (let number = 0; number < posts; number += 1) {
      const date = new Date(Date.UTC(2026, 0, 1) - number * 3_600_000).toISOString();
      const head = `---\ntitle: Post number ${number}\ndate: ${date}\n---\n`;
      await writeFile(join(content, `post-${number}.md`), head + body);
    }
    const [, took] = await time(() => run('hugo', ['--quiet'], { cwd: folder }));
    return took;
  } catch {
    return null;
  }
}

type PreparedSite = Awaited<ReturnType<typeof prepareSite>>;

/** @returns the result of `task` and the seconds that it took */
async function time<T>(task: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  return [await task(), (performance.now() - start) / 1000];
}

/** Marks every share image as drawn. Drawing ten thousand takes a quarter of an hour, once in the life of a site. */
async function markShareImages({ config }: PreparedSite, siteDirectory: string): Promise<void> {
  const read = createRead(getSnapshotDirectory(config));
  const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const images = (await listShareImages(read)).map((image) => ({
    ...image,
    make: () => Promise.resolve([[image.name, picture] as const]),
  }));
  read.close();
  await renewAdditions(siteDirectory, shareImages, images);
}

/** Measures edits and new posts on a server, from the webhook to the first visitor who reads them. */
async function measurePublishes(
  posts: number,
  site: PreparedSite,
  service: ServiceProcess,
  say: SayStep,
) {
  /** The number of pages that each pull changed. */
  const rendered: number[] = [];
  const server = await serveSite(site, { onDone: (_, walked) => rendered.push(walked.rendered) });
  const untilIdle = async () => {
    while (JSON.stringify(await server.getHealth()).includes('"building":true')) await wait(200);
  };
  const publish = async (entry: RawEntry, path: string, text: string): Promise<number> => {
    const sys = await service.publish(entry);
    const known = (await fetch(server.url + path)).headers.get('etag') ?? '';
    const start = performance.now();
    await server.announce(sys);
    // A conditional request, as browsers send, so that polling costs little.
    const look = () => fetch(server.url + path, { headers: { 'if-none-match': known } });
    while (!(await (await look()).text()).includes(text)) await wait(10);
    const taken = performance.now() - start;
    // The next edit must not count as part of a burst.
    await wait(10_500);
    await untilIdle();
    return taken;
  };
  try {
    // The first publish looks for changes.
    await untilIdle();
    const edits: number[] = [];
    const additions: number[] = [];
    let mostRendered = 0;
    for (let round = 0; round < rounds; round += 1) {
      say(`${posts} posts: round ${round + 1} of ${rounds}`);
      const number = Math.floor(posts / 2) + round;
      const title = `Edited in round ${round}`;
      edits.push(await publish(makePost(number, { title }), `/blog/post-${number}`, title));
      const added = posts + round;
      const publishedDate = new Date(Date.UTC(2026, 9, 1 + round)).toISOString();
      rendered.length = 0;
      additions.push(
        await publish(makePost(added, { publishedDate }), '/blog', `Post number ${added}`),
      );
      mostRendered = Math.max(mostRendered, ...rendered);
    }
    return { edits, additions, mostRendered };
  } finally {
    await server.close();
  }
}

/** Measures `npm run build` with drawn share images: with an empty cache, and after one edit. */
async function measureBuild(service: ServiceProcess, published: PreparedSite) {
  const { config, folder, remove } = await prepareSite(service.account);
  removals.push(remove);
  await markShareImages(published, getBuildDirectory(config));
  const build = async () => {
    const [, took] = await time(() => buildSite(config, join(folder, 'dist'), () => undefined));
    return took;
  };
  const cold = await build();
  await service.publish(makePost(1, { title: 'Edited between two builds' }));
  return { cold, warm: await build() };
}

async function measure(posts: number, say: SayStep) {
  const isUsual = posts <= usualMost;
  say(`${posts} posts: Hugo`);
  const hugo = isUsual ? await measureHugo(posts) : null;
  const service = await startServiceProcess(posts);
  try {
    const site = await prepareSite(service.account);
    removals.push(site.remove);
    say(`${posts} posts: the first pages`);
    const { result, memory } = await measureMemory(() => time(site.publish), service.pid);
    const [{ pulled, walked }, took] = result;
    const pull = pulled.tookMs / 1000;
    await markShareImages(site, site.siteDirectory);
    const publishes = await measurePublishes(posts, site, service, say);
    const [, walk] = await time(() => walkPages(site, { follows: false }));
    say(`${posts} posts: npm run build`);
    const build = isUsual ? await measureBuild(service, site) : null;
    // In seconds, but for bytes of memory and milliseconds of publishes; null was not measured.
    const first = { pull, walk, render: took - pull, memory, pages: walked.pages };
    return { posts, ...first, ...publishes, build, hugo };
  } finally {
    await service.close();
  }
}

type Measured = Awaited<ReturnType<typeof measure>>;

const seconds = (value: number) => `${value.toFixed(1)} s`;

const toRow = ({ posts, build, hugo, ...one }: Measured) => ({
  posts,
  'edit one': show(one.edits),
  'add one': show(one.additions),
  'first pull, render': `${seconds(one.pull)}, ${seconds(one.render)}`,
  files: one.pages,
  memory: `${Math.round(one.memory / 1e6)} MB`,
  'build: cold, warm': build ? `${seconds(build.cold)}, ${seconds(build.warm)}` : 'not measured',
  Hugo: hugo === null ? 'none' : seconds(hugo),
});

/** The promises for the largest site, most of them relative to Hugo's time in the same run. */
function listPromises(measured: readonly Measured[]): Promised[] {
  const [many, fewer] = [measured.at(-1), measured.at(-2)];
  // A run of one size has no ratios to promise.
  if (!many?.build || !fewer) return [];
  const { edits, additions, render, memory, build, hugo, mostRendered, walk } = many;
  const first = edits[0] ?? NaN;
  const general: Promised[] = [
    { what: 'the first edit after a start, by the median', is: first / median(edits), most: 3 },
    {
      what: `an edit at ${many.posts} posts, by one at ${fewer.posts}`,
      is: median(edits) / median(fewer.edits),
      most: 2,
    },
    { what: 'files rendered for a new post', is: mostRendered, most: 40 },
    { what: 'gigabytes of memory in the first publish', is: memory / 1e9, most: 1.5 },
    { what: 'a build after one edit, by the cold build', is: build.warm / build.cold, most: 0.15 },
  ];
  if (hugo === null) return general;
  return [
    { what: "an edit, by Hugo's build", is: median(edits) / 1000 / hugo, most: 0.05 },
    { what: "a new post, by Hugo's build", is: median(additions) / 1000 / hugo, most: 0.07 },
    { what: "the first render of all, by Hugo's build", is: render / hugo, most: 2.6 },
    { what: "the quiet walk over all pages, by Hugo's build", is: walk / hugo, most: 1 },
    ...general,
  ];
}

export async function run(say: SayStep): Promise<Result> {
  const measured: Measured[] = [];
  try {
    for (const posts of sizes) measured.push(await measure(posts, say));
  } finally {
    for (const remove of removals) await remove();
  }
  return { rows: measured.map(toRow), promises: listPromises(measured) };
}
