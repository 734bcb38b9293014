/** Reads the source of a component of Astro: what it has inline, and what the policy of pages refuses. */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { describeAttribute, redirectWayOut } from '../headers/index.ts';

/** The compiler that Astro has: another version of our own would read the sources differently, and weighs 8 MB. */
const { resolve } = createRequire(createRequire(import.meta.url).resolve('astro/package.json'));
const { parse } = v.parse(
  v.object({ parse: v.function() }),
  await import(/* @vite-ignore */ pathToFileURL(resolve('@astrojs/compiler-rs')).href),
);

/** What sources have inline: the names of client directives ('visible'), and the texts of scripts and styles. */
export interface Inline {
  directives: readonly string[];
  scripts: readonly string[];
  styles: readonly string[];
}

/** What all sources tell the pages. */
export interface FoundInSources extends Inline {
  /** The files of components that read `Astro.props`, from the root of the project. */
  readingProps: readonly string[];
}

/** What is read in a source. `refused` has a sentence for each part that no policy can allow, with the way out. */
export interface Source extends Inline {
  refused: readonly string[];
  /** Whether Astro itself ends at this source, with advice for other sites. */
  endsAstro: boolean;
  readsProps: boolean;
}

const attributeSchema = v.object({
  type: v.literal('JSXAttribute'),
  name: v.object({ name: v.string() }),
  value: v.nullish(v.object({ value: v.optional(v.unknown()) })),
});
const elementSchema = v.object({
  type: v.literal('JSXElement'),
  openingElement: v.object({
    name: v.object({
      type: v.literal('JSXIdentifier'),
      name: v.pipe(v.string(), v.regex(/^[a-z]/)),
    }),
    attributes: v.array(v.unknown()),
    end: v.number(),
  }),
  closingElement: v.nullable(v.object({ start: v.number() })),
});
type Element = v.InferOutput<typeof elementSchema>;

/** Lists the elements of HTML below a node, in order. */
function* listElements(node: unknown): Generator<Element> {
  if (typeof node !== 'object' || node === null) return;
  if (v.is(elementSchema, node)) yield node;
  for (const child of Object.values(node)) yield* listElements(child);
}

const readAttributes = ({ openingElement }: Element) =>
  new Map(
    openingElement.attributes.flatMap((one) =>
      v.is(attributeSchema, one) ? [[one.name.name, one.value?.value] as const] : [],
    ),
  );

/** Below a node, each node as an object. */
function* listNodes(node: unknown): Generator<object> {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  for (const child of Object.values(node)) yield* listNodes(child);
}

const identifierSchema = v.object({ type: v.literal('Identifier'), name: v.string() });
const memberSchema = v.object({
  type: v.literal('MemberExpression'),
  object: v.unknown(),
  property: identifierSchema,
});

/** Writes a chain as it is in the source, 'Astro.url.searchParams'; '' for any other node. */
function formatChain(node: unknown): string {
  if (v.is(identifierSchema, node)) return node.name;
  return v.is(memberSchema, node) ? `${formatChain(node.object)}.${node.property.name}` : '';
}

const patternSchema = v.object({
  type: v.literal('ObjectPattern'),
  properties: v.array(v.object({ key: v.optional(identifierSchema), value: v.unknown() })),
});
const declaratorSchema = v.object({
  type: v.literal('VariableDeclarator'),
  id: patternSchema,
  init: v.unknown(),
});

/** Lists what a pattern takes out of a chain: `const { url: { searchParams } } = Astro`. */
function* listTaken(chain: string, pattern: unknown): Generator<string> {
  if (!v.is(patternSchema, pattern)) return;
  for (const { key, value } of pattern.properties) {
    const taken = `${chain}.${key?.name}`;
    yield taken;
    yield* listTaken(taken, value);
  }
}

const importSchema = v.object({
  type: v.literal('ImportDeclaration'),
  source: v.object({ value: v.string() }),
  specifiers: v.array(v.object({ imported: v.optional(identifierSchema) })),
});

/** Lists the parts of Astro that a source uses: 'Astro.cookies', 'astro:components Code', 'server:defer', '.svelte'. */
function* listParts(tree: unknown): Generator<string> {
  for (const node of listNodes(tree)) {
    if (v.is(memberSchema, node)) yield formatChain(node);
    else if (v.is(declaratorSchema, node)) yield* listTaken(formatChain(node.init), node.id);
    else if (v.is(attributeSchema, node)) yield node.name.name;
    else if (v.is(importSchema, node)) {
      yield extname(node.source.value);
      for (const { imported } of node.specifiers) yield `${node.source.value} ${imported?.name}`;
    }
  }
}

const forVisitors = 'no page is made for one visitor; let a <script> do this in the browser';

const byReact =
  'islands are of React: other frameworks make HTML of text in browsers, which no script may';
const byStyles =
  'leave it out; browsers do this by `@view-transition { navigation: auto; }` and view-transition-name in the styles';

/** Parts of Astro that no page can use, with the way out. */
const refusedParts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'cookies',
      'session',
      'clientAddress',
      'request.headers',
      'request.method',
      'request.formData',
      'url.search',
      'url.searchParams',
      'preferredLocale',
      'preferredLocaleList',
      'callAction',
      'getActionResult',
    ].map((name) => [`Astro.${name}`, forVisitors]),
  ),
  'server:defer': forVisitors,
  'Astro.isPrerendered': 'every page is; leave it out',
  'Astro.response': 'a host sends a page as a file, with status and headers of its own',
  'Astro.redirect': redirectWayOut,
  'Astro.rewrite': 'import what both pages show as a component',
  'astro:transitions ClientRouter': byStyles,
  'transition:name': byStyles,
  'transition:animate': byStyles,
  'transition:persist': byStyles,
  '.svelte': byReact,
  '.vue': byReact,
  'astro:components Code': 'write the code in Markdown, which is coloured by classes',
  'astro:components Debug': 'write {JSON.stringify(value)} into a <pre>',
};

type Refusals = readonly (readonly [pattern: RegExp, wayOut: string])[];

/** What scripts do that browsers refuse, with the way out. */
const refusedInScripts: Refusals = [
  [
    /\.(?:(?:inner|outer)HTML|srcdoc)\s*\+?=(?!=)|\.(?:insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|parseFromString)\(|(?<=\bdocument)\.write(?:ln)?\(/,
    'no script writes HTML: create elements, or clone a <template>',
  ],
  [/\beval\(|\bnew Function\(/, 'no script makes code of text'],
  [/\bnew (?:Shared)?Worker\(|\bserviceWorker\.register\(/, 'no page starts a worker'],
  [
    /\b(?:fetch|sendBeacon|WebSocket|EventSource)\(\s*["'`](?:(?:https?|wss?):)?\/\//,
    'no script asks another site: fetch it where the page is made, or link to it',
  ],
];

const refusedInStyles: Refusals = [
  [
    /(?:\burl\(\s*["']?|@import\s+["'])(?:data:|(?:https?:)?\/\/)/i,
    'put the file into src/ or public/, and write its path',
  ],
];

const findIn = (refusals: Refusals, text: string): string[] =>
  refusals.flatMap(([pattern, wayOut]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : `${found}…: ${wayOut}`;
  });

/** Say of a file for browsers what they refuse: a sentence for each part. */
export const findRefusedInScript = (code: string) => findIn(refusedInScripts, code);
export const findRefusedInStyle = (css: string) => findIn(refusedInStyles, css);

const waysOut: Readonly<Record<string, string>> = {
  script: 'write them into data-… attributes of an element, which the script reads',
  style: 'choose a class by the value, and write a rule for each',
};

/** Reads a source of Astro or MDX, of which nothing but directives. */
export function readSource(file: string, source: string): Source {
  const refused: string[] = [];
  const texts: Record<string, string[]> = { script: [], style: [] };
  const tree = parse(file.endsWith('.astro') ? source : '');
  const parts = new Set(listParts(tree));
  for (const part of parts) {
    const wayOut = refusedParts[part];
    if (wayOut !== undefined) refused.push(`${part.replace(/.* (.*)/, '<$1>')}: ${wayOut}`);
  }
  for (const element of listElements(tree)) {
    const { openingElement, closingElement } = element;
    const { name } = openingElement.name;
    const attributes = readAttributes(element);
    for (const [attribute, value] of attributes) {
      const problem = describeAttribute(name, attribute, typeof value === 'string' ? value : '…');
      if (problem !== null) refused.push(problem);
    }
    if (attributes.has('define:vars'))
      refused.push(`<${name} define:vars>: no hash can allow values; ${waysOut[name]}`);
    // Astro bundles a script without attributes.
    const isInline = name === 'script' ? attributes.size > 0 : attributes.has('is:inline');
    const text = closingElement && source.slice(openingElement.end, closingElement.start);
    if (isInline && text !== null) texts[name]?.push(text);
    if (name === 'script' && text !== null) refused.push(...findRefusedInScript(text));
    if (name === 'style' && text !== null) refused.push(...findRefusedInStyle(text));
  }
  return {
    directives: Array.from(source.matchAll(/\sclient:(\w+)/g), ([, name = '']) => name),
    scripts: texts.script ?? [],
    styles: texts.style ?? [],
    refused,
    endsAstro: ['server:defer', '.svelte', '.vue'].some((part) => parts.has(part)),
    readsProps: parts.has('Astro.props'),
  };
}
