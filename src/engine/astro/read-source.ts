/** Reads the source of a component of Astro: what it has inline, and what the policy of pages refuses. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { describeAttribute } from '../headers/index.ts';

/** The compiler that Astro has: another version of our own would read the sources differently, and weighs 8 MB. */
const { resolve } = createRequire(createRequire(import.meta.url).resolve('astro/package.json'));
const { parse } = v.parse(
  v.object({ parse: v.function() }),
  await import(pathToFileURL(resolve('@astrojs/compiler-rs')).href),
);

/** What sources have inline: the names of client directives ('visible'), and the texts of scripts and styles. */
export interface Inline {
  directives: readonly string[];
  scripts: readonly string[];
  styles: readonly string[];
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

const waysOut: Readonly<Record<string, string>> = {
  script: 'write them into data-… attributes of an element, which the script reads',
  style: 'choose a class by the value, and write a rule for each',
};

/** Reads a source of Astro or MDX, of which nothing but directives. `refused` has a sentence for each part that no policy can allow, with the way out. */
export function readSource(file: string, source: string): Inline & { refused: readonly string[] } {
  const refused: string[] = [];
  const texts: Record<string, string[]> = { script: [], style: [] };
  for (const element of listElements(parse(file.endsWith('.astro') ? source : ''))) {
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
    if (isInline && closingElement)
      texts[name]?.push(source.slice(openingElement.end, closingElement.start));
  }
  return {
    directives: Array.from(source.matchAll(/\sclient:(\w+)/g), ([, name = '']) => name),
    scripts: texts.script ?? [],
    styles: texts.style ?? [],
    refused,
  };
}
