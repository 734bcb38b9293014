/**
 * `npm run lint:fields`: checks that code reads every prop of a component, every field of a type, and the
 * data in `src/data`. Fields are compared by name, so two fields with one name count as one. Prints problems
 * by file and exits with 1.
 */
import { readdir, readFile } from 'node:fs/promises';
import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

/** The firm may keep a fact that its texts do not mention. */
const factsFile = 'src/data/company.ts';
/** Fields that only Contentful's client reads. */
const readElsewhere = ['concepts', 'deletedAt'];

interface Field {
  name: string;
  path: string;
  /** Name of the object that holds a fact. */
  owner?: string;
  /** A prop must be read in its own file. */
  isProp?: boolean;
}

const fields: Field[] = [];
/** Name of a field → files that read it. */
const readers = new Map<string, Set<string>>();
const noteRead = (name: string, path: string) => {
  readers.set(name, (readers.get(name) ?? new Set()).add(path));
};
for (const name of readElsewhere) noteRead(name, 'elsewhere');
/** Names of objects whose fields are read by a key, or all in turn. */
const readByKey = new Set<string>();

/** The name of a field or a variable, without quotes and without the object before it. */
const getName = (node: ts.Node): string =>
  ts.isStringLiteralLike(node)
    ? node.text
    : ts.isPropertyAccessExpression(node)
      ? node.name.text
      : node.getText();

const declaresType = (node: ts.Node) =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
const namesObject = (node: ts.Node) =>
  ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);

/** Collects the fields that a syntax tree declares and reads. */
function collect(node: ts.Node, path: string): void {
  if (ts.isPropertyAccessExpression(node)) noteRead(getName(node), path);
  // A text may be the name in `'name' in record`.
  else if (ts.isStringLiteralLike(node)) noteRead(node.text, path);
  else if (ts.isBindingElement(node)) noteRead(getName(node.propertyName ?? node.name), path);
  else if (ts.isElementAccessExpression(node)) readByKey.add(getName(node.expression));
  else if (ts.isCallExpression(node) && /^Object\.\w+$/.test(node.expression.getText()))
    for (const value of node.arguments) readByKey.add(getName(value));
  else if (ts.isPropertySignature(node) && path.startsWith('src/')) {
    const type = ts.findAncestor(node, declaresType);
    const isProp = type === node.parent && getName(type.name) === 'Props';
    // The called function reads the fields of a parameter.
    if (type && !ts.findAncestor(node, ts.isParameter))
      fields.push({ name: getName(node.name), path, isProp });
  } else if (ts.isPropertyAssignment(node) && path.startsWith('src/data/') && path !== factsFile) {
    const object = ts.findAncestor(node.parent, namesObject);
    if (object) fields.push({ name: getName(node.name), path, owner: getName(object.name) });
  }
  ts.forEachChild(node, (child) => {
    collect(child, path);
  });
}

for (const root of ['src', 'scripts', 'tests'])
  for (const name of await readdir(root, { recursive: true })) {
    const path = `${root}/${name.replaceAll('\\', '/')}`;
    if (!/(?<!\.d)\.(?:astro|tsx?)$/.test(path) || path.includes('node_modules/')) continue;
    const text = await readFile(path, 'utf8');
    const code = path.endsWith('.astro') ? convertToTsx(text).code : text;
    const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
    collect(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind), path);
  }

const isRead = ({ name, path, owner, isProp }: Field) =>
  isProp
    ? readers.get(name)?.has(path)
    : readers.has(name) || (owner !== undefined && readByKey.has(owner));
const problems = fields
  .filter((field) => !isRead(field))
  .map(({ name, path }) => `${path}: no code reads '${name}'.`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
