import { posix } from 'node:path';
import ts from 'typescript';
import type { Wall } from './walls.ts';

interface Imports {
  /** Imports that remain at run time, without types. */
  runtime: readonly string[];
  all: readonly string[];
}

/** The scripts of an Astro component: its frontmatter and its `<script>` elements. */
const scriptsOf = (path: string, text: string): string => {
  if (!path.endsWith('.astro')) return text;
  const frontmatter = /^---\n(.*?)^---$/ms.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code);
  return [frontmatter, ...scripts].join('\n');
};

const specifiers = (code: string) =>
  ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName);

function parseImports(path: string, text: string): Imports {
  const code = scriptsOf(path, text);
  const withoutTypes = code.replace(/^(?:import|export) type\b[^;]*;/gm, '');
  const inFolder = (specifier: string) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
  return {
    runtime: specifiers(withoutTypes).map(inFolder),
    all: specifiers(code).map(inFolder),
  };
}

type Files = ReadonlyMap<string, string>;
const graphs = new WeakMap<Files, ReadonlyMap<string, Imports>>();

/** Parses each file only once, for all checks. */
function parseGraph(files: Files): ReadonlyMap<string, Imports> {
  const graph =
    graphs.get(files) ??
    new Map(Array.from(files, ([path, text]) => [path, parseImports(path, text)]));
  graphs.set(files, graph);
  return graph;
}

/** Finds every import cycle, including types. Each is given as the shortest chain back to its first file. */
export function findCircles(files: Files): string[] {
  const graph = parseGraph(files);
  const circles: string[] = [];
  const told = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (told.has(start)) continue;
    const cameFrom = new Map<string, string>();
    const pending = [start];
    for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
      for (const target of graph.get(path)?.all ?? []) {
        if (cameFrom.has(target)) continue;
        cameFrom.set(target, path);
        if (target !== start) pending.push(target);
      }
    }
    if (!cameFrom.has(start)) continue;
    const chain = [start];
    let step = cameFrom.get(start);
    while (step !== undefined && step !== start) {
      chain.unshift(step);
      step = cameFrom.get(step);
    }
    chain.unshift(start);
    for (const path of chain) told.add(path);
    circles.push(chain.join(' → '));
  }
  return circles;
}

const isIn = (path: string, places: readonly string[]) =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));

const isPackage = (specifier: string, packages: readonly string[]) =>
  packages.includes(/^(@[^/]+\/)?[^/:]+/.exec(specifier)?.[0] ?? '') ||
  packages.includes(specifier);

/**
 * Finds every breach of a wall. Each is given as the chain of imports through the wall.
 * @param files text by path in the project
 */
export function findBreaches(files: Files, walls: readonly Wall[]): string[] {
  const graph = parseGraph(files);

  return walls.flatMap(({ why, from, to = [], packages = [], typesPass = false }) => {
    const isForbidden = (target: string) => isIn(target, to) || isPackage(target, packages);
    const breaches: string[] = [];
    for (const start of [...graph.keys()].filter((path) => isIn(path, from) && !isIn(path, to))) {
      const cameFrom = new Map<string, string>();
      const pending = [start];
      for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
        const imports = graph.get(path);
        const targets = path === start && !typesPass ? imports?.all : imports?.runtime;
        for (const target of targets ?? []) {
          if (target === start || cameFrom.has(target)) continue;
          cameFrom.set(target, path);
          pending.push(target);
        }
      }
      for (const target of [...cameFrom.keys()].filter(isForbidden)) {
        const chain = [target];
        for (let step = cameFrom.get(target); step !== undefined; step = cameFrom.get(step)) {
          chain.unshift(step);
        }
        breaches.push(`${chain.join(' → ')}: ${why}`);
      }
    }
    return breaches;
  });
}
