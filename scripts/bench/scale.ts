/**
 * A full build of 10,000 posts, step by step, beside plain Astro with a content collection of the same
 * documents (promise 15); both sides start without a cache. Share images, which are drawn once for a
 * title and kept, are told by themselves.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { getSnapshotDirectory } from '../../src/config.ts';
import { createRead } from '../../src/content/read.ts';
import { drawShareImage } from '../../src/share-images/draw.ts';
import { createPublishedSite } from '../../tests/server/support/published-site.ts';
import type { SayStep } from '../progress.ts';

export const title = 'A full build of 10,000 posts';

const posts = 10_000;
const drawnImages = 60;
const root = join(import.meta.dirname, '..', '..');

/** Runs Node and tells what it printed, its seconds, and the peak memory of its largest process in MB. */
async function measure(folder: string, args: readonly string[], cwd: string) {
  const peaks = join(folder, 'peaks.txt');
  const recorder = join(folder, 'recorder.mjs');
  await writeFile(peaks, '');
  await writeFile(
    recorder,
    `import { appendFileSync } from 'node:fs';
     process.on('exit', () => appendFileSync(${JSON.stringify(peaks)}, process.resourceUsage().maxRSS + '\\n'));`,
  );
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${pathToFileURL(recorder).href}`,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode !== 0) throw new Error(`${output}${errors}`.slice(-2000));
  const kilobytes = (await readFile(peaks, 'utf8')).trim().split('\n').map(Number);
  return {
    output,
    seconds: (performance.now() - start) / 1000,
    megabytes: Math.max(...kilobytes) / 1024,
  };
}

const collectionConfig = (documents: string) => `
import { readFileSync } from 'node:fs';
import { defineCollection } from 'astro:content';
const blog = defineCollection({ loader: { name: 'documents', load: async ({ store }) => {
  for (const { slug, title, date, html } of JSON.parse(readFileSync(${JSON.stringify(documents)}, 'utf8')))
    store.set({ id: slug, data: { title, date, html } });
} } });
export const collections = { blog };
`;
const postPage = `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('blog')).map((post) => ({ params: { slug: post.id }, props: { post } }));
const { data } = Astro.props.post;
---
<!doctype html><html lang="en"><head><title>{data.title}</title></head><body><h1>{data.title}</h1><p>{data.date}</p><Fragment set:html={data.html} /></body></html>
`;
const listPage = `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async ({ paginate }) => paginate((await getCollection('blog')).sort((one, other) => (one.data.date < other.data.date ? 1 : -1)), { pageSize: 24 });
const { page } = Astro.props;
---
<!doctype html><html lang="en"><head><title>Blog</title></head><body><h1>Blog</h1>{page.data.map((post) => <p><a href={'/blog/' + post.id}>{post.data.title}</a></p>)}</body></html>
`;

export async function run(say: SayStep): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  // Inside the project, where Astro's packages are found.
  const plain = join(root, 'node_modules', '.cache', 'bench-plain');
  const site = await createPublishedSite(posts);
  try {
    const runner = join(folder, 'build.ts');
    const buildFile = pathToFileURL(join(root, 'scripts', 'build.ts')).href;
    await writeFile(
      runner,
      `import { buildPages } from ${JSON.stringify(buildFile)};
       await buildPages(${JSON.stringify(site.config)}, ${JSON.stringify(join(folder, 'dist'))}, console.log);`,
    );
    say('our build');
    const ours = await measure(folder, [runner], root);

    const read = createRead(getSnapshotDirectory(site.config), { watch: false });
    const { posts: all } = await read({ type: 'slugs' });
    const documents: object[] = [];
    for (const { slug } of all) {
      const found = await read({ type: 'post', slug });
      if (found)
        documents.push({
          slug,
          title: found.post.title,
          date: found.post.publishedDate,
          html: found.post.body.html,
        });
    }
    const documentsFile = join(folder, 'documents.json');
    await writeFile(documentsFile, JSON.stringify(documents));
    await rm(plain, { recursive: true, force: true });
    await mkdir(join(plain, 'src', 'pages', 'blog'), { recursive: true });
    await mkdir(join(plain, 'src', 'pages', 'list'), { recursive: true });
    await writeFile(join(plain, 'package.json'), '{"type":"module"}');
    await writeFile(join(plain, 'src', 'content.config.ts'), collectionConfig(documentsFile));
    await writeFile(join(plain, 'src', 'pages', 'blog', '[slug].astro'), postPage);
    await writeFile(join(plain, 'src', 'pages', 'list', '[...page].astro'), listPage);
    const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
    say('plain Astro');
    const theirs = await measure(folder, [astro, 'build'], plain);

    say('share images');
    const drawStart = performance.now();
    await Promise.all(
      Array.from({ length: drawnImages }, (_, number) =>
        drawShareImage({ label: 'Blog', title: `Post number ${number} of many more` }),
      ),
    );
    const eachImage = (performance.now() - drawStart) / drawnImages;

    return [
      ...ours.output
        .trim()
        .split('\n')
        .map((line) => `  ${line}`),
      `Ours: ${ours.seconds.toFixed(0)} s, ${ours.megabytes.toFixed(0)} MB in the largest process (promised: under 1,500 MB)`,
      `Plain Astro, collection of the same ${documents.length} bodies, bare pages: ${theirs.seconds.toFixed(0)} s, ${theirs.megabytes.toFixed(0)} MB`,
      'Ours reads the content service and makes feed, search and sitemap too; plain Astro has the bodies as they are.',
      `Share images, once for each new title: ${eachImage.toFixed(0)} ms`,
    ];
  } finally {
    await site.close();
    await rm(plain, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}
