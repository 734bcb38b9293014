/** Measures the builds of others: plain sites with as many posts, each with a page, in a list of 24 a page. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measureSeconds } from './support/seconds.ts';

const run = promisify(execFile);
const packages = join(import.meta.dirname, '..', '..', 'node_modules');

const paragraph = 'A subscription business has a size at which it stops growing. '.repeat(12);
const body = `${paragraph}\n\n`.repeat(18);

/** Both read the same Markdown. */
async function writePosts(folder: string, posts: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < posts; number += 1) {
    const date = new Date(Date.UTC(2026, 0, 1) - number * 3_600_000).toISOString();
    const head = `---\ntitle: Post number ${number}\ndate: ${date}\n---\n`;
    await writeFile(join(folder, `post-${number}.md`), head + body);
  }
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const hugoSite = {
  'hugo.toml': 'baseURL = "http://localhost/"\n[pagination]\npagerSize = 24\n',
  'layouts/_default/single.html':
    '<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}',
  'layouts/_default/list.html': `<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>
{{ range .Paginator.Pages }}<p><a href="{{ .RelPermalink }}">{{ .Title }}</a></p>{{ end }}`,
};

const astroSite = {
  'package.json': '{ "type": "module" }',
  // Otherwise the cache is in the packages that it shares with this project.
  'astro.config.mjs': "export default { cacheDir: './cache' };",
  'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
export const collections = { blog: defineCollection({ loader: glob({ pattern: '*.md', base: './content/blog' }) }) };`,
  'src/pages/blog/[slug].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () =>
  (await getCollection('blog')).map((post) => ({ params: { slug: post.id }, props: { post } }));
const { title } = Astro.props.post.data;
const { Content } = await render(Astro.props.post);
---
<!doctype html><title>{title}</title><h1>{title}</h1><Content />`,
  'src/pages/list/[...page].astro': `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async ({ paginate }) => {
  const posts = await getCollection('blog');
  return paginate(posts.sort((one, other) => other.data.date - one.data.date), { pageSize: 24 });
};
---
<!doctype html><title>Blog</title><h1>Blog</h1>
{Astro.props.page.data.map(({ id, data }) => <p><a href={'/blog/' + id}>{data.title}</a></p>)}`,
};

async function measureHugo(folder: string): Promise<number> {
  await writeFiles(folder, hugoSite);
  // By default into `public`, which Astro would copy.
  const options = ['--quiet', '--destination', 'built-by-hugo'];
  return measureSeconds(() => run('hugo', options, { cwd: folder })).catch(() => {
    console.log('Hugo does not run here (apt-get install hugo): nothing is compared with it.');
    return NaN;
  });
}

async function measureAstro(folder: string): Promise<number> {
  await writeFiles(folder, astroSite);
  await symlink(packages, join(folder, 'node_modules'), 'junction');
  const command = join(packages, 'astro', 'bin', 'astro.mjs');
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  return measureSeconds(() =>
    run(process.execPath, [command, 'build', '--silent'], { cwd: folder, env }),
  );
}

/** Seconds, each with its name in the table. */
export async function measurePeers(
  posts: number,
  say: (step: string) => void,
): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'peers-'));
  try {
    await writePosts(join(folder, 'content', 'blog'), posts);
    say('Hugo and plain Astro');
    return {
      'Hugo, build': await measureHugo(folder),
      'plain Astro, build': await measureAstro(folder),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
