/**
 * `npm run lint:support`: checks that every supported browser has the CSS, HTML and browser interfaces that
 * the site uses. A feature that some lack needs a fallback (`@supports`, or an earlier declaration), or an
 * entry below that says what visitors get without the feature. Prints problems by file and exits with 1.
 */
import { readdir, readFile } from 'node:fs/promises';
import bcd, {
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' };
import { parse, type Container, type Declaration } from 'postcss';

/** The oldest browsers with the whole site. Older browsers get readable pages. */
const oldest = {
  chrome: 109,
  edge: 109,
  chrome_android: 109,
  firefox: 115,
  firefox_android: 115,
  safari: 16.4,
  safari_ios: 16.4,
} as const;

/**
 * Features of newer browsers, and what the oldest supported browsers do instead. With a path before it, a
 * feature is allowed in that file only.
 */
const enhancements: Record<string, string> = {
  'command=': 'src/islands/site-header.ts opens and closes the menu',
  'commandfor=': 'as command',
  'fetchpriority=': 'the picture comes a little later',
  'AbortSignal.timeout': 'Chrome before 124 gives the error another name, which nobody reads',
  '.share()': 'ShareSave.tsx asks first, and copies the address',
  '.createPolicy()': 'live-item.ts asks first: the browser has no Trusted Types to satisfy',
  '.createHTML()': 'as createPolicy',
  '@view-transition': 'pages follow one another at once',
  'view-transition-name': 'as @view-transition',
  'transition: allow-discrete': 'the menu closes at once',
  'text-wrap': 'lines break where they are full',
  'text-wrap: balance': 'as text-wrap',
  'text-wrap: pretty': 'as text-wrap',
  'text-wrap: wrap': 'as text-wrap',
  'field-sizing': 'the field keeps its height, and scrolls',
  'field-sizing: content': 'as field-sizing',
  'text-size-adjust': 'the build writes the prefixed one, too',
  'text-size-adjust: none': 'as text-size-adjust',
  'backdrop-filter': 'the build writes the prefixed one, too',
  'forced-color-adjust': 'the mark of the active link has the colour of the text',
  'forced-color-adjust: none': 'as forced-color-adjust',
  'overscroll-behavior': 'known everywhere; a short page did not heed it',
  'break-after: avoid': 'a heading may end a printed sheet',
  'cursor: pointer': 'a phone has none',
  'cursor: progress': 'a phone has none',
  'src/styles/base.css :has': 'the page behind the open menu scrolls',
  ':user-invalid': 'the browser still names the field that is wrong',
  '@media (prefers-reduced-transparency)': 'the scrolled header stays translucent',
};

type Browser = keyof typeof oldest;
const browsers = Object.keys(oldest) as Browser[];

/** Whether support is complete and needs no flag or prefix. */
const isFull = (statement: SimpleSupportStatement) =>
  !statement.flags &&
  !statement.prefix &&
  !statement.alternative_name &&
  !statement.version_removed;

/** The supported browsers that lack a feature. */
function listMissing({ __compat: compat }: Identifier): Browser[] {
  if (!compat) return [];
  return browsers.filter((browser) => {
    const statements = [compat.support[browser] ?? []].flat();
    return !statements.some((statement) => {
      const version = parseFloat(String(statement.version_added).replace('≤', ''));
      return isFull(statement) && version <= oldest[browser];
    });
  });
}

const problems = new Map<string, string>();
const unusedEnhancements = new Set(Object.keys(enhancements));

/**
 * Notes a feature that some supported browser lacks. A name with several meanings passes if any of them is
 * supported everywhere.
 */
function check(name: string, meanings: readonly (Identifier | undefined)[], path: string): void {
  const known = meanings
    .filter((meaning) => meaning?.__compat)
    .map((meaning) => listMissing(meaning ?? {}));
  const [missing] = known;
  if (!missing || known.some((browsers) => browsers.length === 0)) return;
  const allowed = [name, `${path} ${name}`].find((key) => key in enhancements);
  if (allowed) unusedEnhancements.delete(allowed);
  else
    problems.set(`${path} ${name}`, `${path}: ${name} is not in the oldest ${missing.join(', ')}.`);
}

/** Whether the rule has an earlier declaration without the feature, or `@supports` tests for the feature. */
function hasFallback(declaration: Declaration): boolean {
  let before = declaration.prev();
  for (; before; before = before.prev())
    if (before.type === 'decl' && before.prop === declaration.prop) return true;
  for (
    let at: Container | undefined = declaration.parent;
    at;
    at = at.parent as Container | undefined
  )
    if (at.type === 'atrule' && 'name' in at && at.name === 'supports') return true;
  return false;
}

const { properties = {}, selectors = {}, types = {}, 'at-rules': atRules = {} } = bcd.css;

function checkStyles(css: string, path: string): void {
  const root = parse(css, { from: path });
  root.walkAtRules(({ name, params }) => {
    check(`@${name}`, [atRules[name]], path);
    if (name !== 'media') return;
    for (const [, feature = ''] of params.matchAll(/\(\s*([a-z-]+)/g))
      check(`@media (${feature})`, [atRules.media?.[feature.replace(/^(?:min|max)-/, '')]], path);
    if (/[<>]/.test(params)) check('@media range', [atRules.media?.range_syntax], path);
  });
  root.walkRules(({ selector, parent }) => {
    for (const [, name = ''] of selector.matchAll(/::?([a-z-]+)/g))
      check(`:${name}`, [selectors[name]], path);
    // The build flattens nested rules.
    if (parent?.type === 'rule') check('nesting', [selectors.nesting], path);
  });
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    if (prop.startsWith('--') || hasFallback(declaration)) return;
    check(prop, [properties[prop]], path);
    const plain = value.replace(/(["']).*?\1|var\([^)]*\)/g, '');
    for (const [, name = '', call] of plain.matchAll(/(?<![\w-])([a-z][a-z-]*)(\()?/g)) {
      const own = properties[prop]?.[name];
      if (own) check(`${prop}: ${name}`, [own], path);
      else if (call)
        check(`${name}()`, [types[name], types.color?.[name], types.gradient?.[name]], path);
    }
    if (plain.includes('allow-discrete'))
      check('transition: allow-discrete', [properties['transition-behavior']], path);
    if (prop === 'content' && plain.includes('/'))
      check('content: … / …', [properties.content?.alt_text], path);
  });
}

/** All members of browser interfaces and of the language, by name. */
const members = new Map<string, Identifier[]>();
for (const group of [bcd.api, bcd.javascript.builtins ?? {}])
  for (const owner of Object.values(group))
    for (const [name, member] of Object.entries(owner as Identifier))
      if (name !== '__compat')
        members.set(name, [...(members.get(name) ?? []), member as Identifier]);

function checkScript(code: string, path: string): void {
  for (const [, owner = '', name = ''] of code.matchAll(/\b([A-Z]\w+)\.([a-z]\w*)/g))
    check(
      `${owner}.${name}`,
      [bcd.api[owner]?.[`${name}_static`], bcd.javascript.builtins?.[owner]?.[name]],
      path,
    );
  // The owner of a member is unknown here, so one widely supported owner is enough.
  for (const [, name = ''] of code.matchAll(/\.([a-z]\w*)\(/g))
    check(`.${name}()`, members.get(name) ?? [], path);
  for (const [, name = ''] of code.matchAll(/\bnew ([A-Z]\w+)/g))
    check(`new ${name}()`, [bcd.api[name], bcd.javascript.builtins?.[name]], path);
}

function checkMarkup(code: string, path: string): void {
  const { elements, global_attributes: everywhere } = bcd.html;
  for (const [, tag = '', attributes = ''] of code.matchAll(/<([a-z]+)\s([^<>]*)/g))
    for (const [name] of attributes
      .replace(/=(?:"[^"]*"|\{[^}]*\})/g, ' ')
      .matchAll(/(?<![\w:-])[a-z]+(?![\w:-])/g))
      check(`${name}=`, [everywhere?.[name], elements?.[tag]?.[name]], path);
}

const styleElements = /<style(?:[^>]*[^/])?>(.*?)<\/style>/gs;
const scriptElements = /<script>(.*?)<\/script>/gs;
/** Folders whose code reaches visitors. */
const rooms = ['components', 'islands', 'layouts', 'pages', 'sections', 'styles'];
for (const room of rooms)
  for (const name of await readdir(`src/${room}`, { recursive: true })) {
    const path = `src/${room}/${name.replaceAll('\\', '/')}`;
    if (!/\.(?:css|astro|tsx?)$/.test(path) || path.endsWith('.d.ts')) continue;
    const text = await readFile(path, 'utf8');
    if (path.endsWith('.css')) checkStyles(text, path);
    for (const [, css = ''] of text.matchAll(styleElements)) checkStyles(css, path);
    for (const [, code = ''] of text.matchAll(scriptElements)) checkScript(code, path);
    if (room === 'islands') checkScript(text, path);
    if (/\.(?:astro|tsx)$/.test(path))
      checkMarkup(text.replace(styleElements, '').replace(/^---.*?^---/ms, ''), path);
  }

for (const problem of problems.values()) console.error(problem);
for (const name of unusedEnhancements)
  console.error(`scripts/lint-support.ts: nothing uses ${name}, or every browser has it.`);
process.exitCode = problems.size + unusedEnhancements.size > 0 ? 1 : 0;
