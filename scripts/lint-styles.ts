/**
 * `npm run lint:styles`: checks that every token is defined and used, that every class in a style sheet is
 * used in markup, and that colours have names in `src/data/brand.ts` only. Prints problems by file and
 * exits with 1.
 */
import { readdir, readFile } from 'node:fs/promises';
import { parse, type Root } from 'postcss';
import { renderTokens } from './astro/brand.ts';

const styleElements = /<style(?:[^>]*[^/])?>(.*?)<\/style>/gs;
const colour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lch|lab|color)\(/i;

const sheets: { path: string; root: Root }[] = [];
/** The text of all files in `src`, except style sheets. */
let code = '';
for (const name of await readdir('src', { recursive: true })) {
  const path = `src/${name.replaceAll('\\', '/')}`;
  if (!/\.(?:css|astro|tsx?)$/.test(path)) continue;
  const text = await readFile(path, 'utf8');
  const isSheet = path.endsWith('.css');
  if (!isSheet) code += text.replace(styleElements, '');
  const styles = isSheet ? [text] : Array.from(text.matchAll(styleElements), ([, css = '']) => css);
  for (const css of styles) sheets.push({ path, root: parse(css, { from: path }) });
}

const problems: string[] = [];
/** Name of the token → file. */
const defined = new Map<string, string>();
const used = new Map<string, string>();
const classes = new Map<string, string>();

const noteUses = (text: string, path: string) => {
  for (const [, name = ''] of text.matchAll(/var\(\s*(--[\w-]+)/g)) used.set(name, path);
};
noteUses(code, 'a script');
parse(renderTokens({ display: 'serif', text: 'sans-serif' })).walkDecls(({ prop }) => {
  defined.set(prop, 'src/data/brand.ts');
});
for (const { path, root } of sheets) {
  root.walkDecls(({ prop, value }) => {
    if (prop.startsWith('--')) defined.set(prop, path);
    noteUses(value, path);
    if (colour.test(value)) problems.push(`${path}: '${prop}: ${value}' names a colour.`);
  });
  root.walkAtRules('container', ({ params }) => {
    noteUses(params, path);
  });
  root.walkRules(({ selector }) => {
    for (const [, name = ''] of selector.matchAll(/\.([a-z][\w-]*)/gi)) classes.set(name, path);
  });
}

/** Classes can be composed: `card--${kind}` gives `card--large`. */
const prefixes = Array.from(code.matchAll(/([a-z][\w-]*-)\$\{/gi), ([, prefix = '']) => prefix);
// Text shortly after the word `class`, in an attribute or in a script.
const classValues = Array.from(
  code.matchAll(/(?<=class(?:Name|List|:list)?[ =.:(])(?=(.{0,200}))/gis),
  ([, value]) => value,
);
const words = new Set(classValues.join(' ').match(/[a-z][\w-]*/gi));
for (const [name, path] of classes)
  if (!words.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))
    problems.push(`${path}: no element has the class '${name}'.`);
for (const [name, path] of defined)
  // A script can read or set a token by name.
  if (!used.has(name) && !code.includes(name)) problems.push(`${path}: nothing uses ${name}.`);
for (const [name, path] of used)
  if (!defined.has(name) && !code.includes(`${name}'`) && !code.includes(`${name}:`))
    problems.push(`${path}: nothing defines ${name}.`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
