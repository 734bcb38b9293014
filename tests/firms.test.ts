/** Another firm passes the same tests: its files replace those of the sample in a copy of the project. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createFolder } from './fixtures/folder.ts';

const run = promisify(execFile);

const firm = 'bjornebakken';
const root = join(import.meta.dirname, '..');
/** Files that a clone lacks, the customer's specification, which names facts of the sample, and what this firm deletes. */
const leftOut = ['.git', '.astro', '.data', '.env', '.netlify', 'dist', 'node_modules']
  .concat(['audit', 'mutate'].map((name) => join('scripts', name, 'node_modules')))
  .concat(join('tests', 'specification'))
  .concat(
    ['growth-playbook', 'tech-stack-guide', 'ai-implementation-guide'].map((name) =>
      join('src', 'data', 'built-in', `${name}.ts`),
    ),
  )
  .map((name) => join(root, name));

/** The declared types, and the files in which they are. */
const types = [
  ['caseStudies', 'case-studies'],
  ['testimonials', 'testimonials'],
  ['people', 'people'],
  ['events', 'events'],
  ['announcements', 'announcements'],
] as const;

/** What content types add to files of the site, beside their own (CONTRIBUTING, 'A content type'): before what, and which lines. */
const lines: Readonly<Record<string, readonly (readonly [before: string, line: string])[]>> = {
  // Between the others, so that the order of writing is not that of the names.
  'src/collections/declared.ts': types.map(([name, file]) => [
    'export { resources }',
    `export { ${name} } from './${file}.ts';`,
  ]),
  'src/live.config.ts': types.map(([name]) => [
    '  posts: ',
    `  ${name}: defineLiveCollection({ loader: snapshotLoader(declared.${name}) }),`,
  ]),
  'src/data/routes.ts': [
    ['  blog: ', "  work: '/work',"],
    ['  blog: ', "  events: '/events',"],
  ],
  'src/data/page-titles.ts': [
    ['  [routes.blog]: ', "  [routes.work]: 'Our Work',"],
    ['  [routes.blog]: ', "  [routes.events]: 'Our Events',"],
  ],
  'src/data/navigation.ts': [
    ["  { label: 'Blog', href: routes.blog },", "  { label: 'Work', href: routes.work },"],
  ],
  // Of the types without pages.
  'src/layouts/Page.astro': [
    ['import DraftBanner ', "import Announcement from '#components/Announcement.astro';"],
    ['      <slot />\n    </main>', '      <Announcement />'],
  ],
  'src/pages/index.astro': [
    ['import WaysToEngage ', "import Quotes from '#sections/home/Quotes.astro';"],
    ['  <Testimonial />', '  <Quotes />'],
  ],
};

/** Labels of the sample's navigation, and longer ones of the firm. */
const labels = {
  "'Services'": "'Forretningsutvikling'",
  '"Let\'s Talk"': "'Book your introductory call'",
  '"Let\'s Talk Growth"': "'Book an introductory call'",
};

test('a firm with a long name, other colours, typefaces, partners, services and posts', async () => {
  const folder = await createFolder();
  const project = join(folder, 'project');
  await cp(root, project, { recursive: true, filter: (source) => !leftOut.includes(source) });
  await cp(join(root, 'tests', 'firms', firm), project, { recursive: true });
  for (const [name, added] of Object.entries(lines)) {
    const file = join(project, name);
    let text = await readFile(file, 'utf8');
    for (const [before, line] of added) {
      expect(text, name).toContain(before);
      // The site may have such a type itself.
      if (!text.includes(line)) text = text.replace(before, `${line}\n${before}`);
    }
    await writeFile(file, text);
  }
  const navigation = join(project, 'src', 'data', 'navigation.ts');
  let text = await readFile(navigation, 'utf8');
  for (const [label, longer] of Object.entries(labels)) text = text.replaceAll(label, longer);
  await writeFile(navigation, text);
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  const weights = {
    WRITE_WEIGHTS: process.env.WRITE_WEIGHTS && join(root, 'tests/build/weights.json'),
  };
  const own = { PORT: '0', TEST_SITE: await createFolder(), TEST_FIRM: firm, ...weights };
  const env = { ...process.env, ...own };
  const options = { cwd: project, env };
  await run(process.execPath, [join('scripts', 'fonts.ts')], options);

  const missing =
    'src/data/team.ts: the photo of Sigrún Bjørnebakken is not a picture of at least 400 × 320 pixels: public/partner.png.\n';
  const started = run(process.execPath, [join('src', 'engine', 'commands', 'start.ts')], options);
  await expect(started).rejects.toMatchObject({ stderr: missing });
  await sharp({ create: { width: 400, height: 320, channels: 3, background: '#0b5c6b' } })
    .png()
    .toFile(join(project, 'public', 'partner.png'));

  const vitest = 'node_modules/vitest/vitest.mjs';
  const args = [vitest, 'run', '--project=another-firm', '--maxWorkers=1'];
  // The recorded weights count words of the sample, which a firm without the specification has edited.
  if (!existsSync(join(root, 'tests', 'specification')))
    args.push('--exclude=tests/build/weight.test.ts');
  // What fails rejects with what the run printed as errors. No export is there for the deleted tests alone.
  await run(process.execPath, args, options);
  await run(process.execPath, ['node_modules/knip/bin/knip.js'], options);
});
