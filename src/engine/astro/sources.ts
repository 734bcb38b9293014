/** Reads each source on its way to the pages: what it has inline, and what no policy can allow. */
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { ViteUserConfig } from 'astro';
import { formatRefused } from '../headers/index.ts';
import {
  findRefusedInScript,
  findRefusedInStyle,
  readSource,
  type FoundInSources,
  type Inline,
  type Source,
} from './read-source.ts';

type Plugin = NonNullable<ViteUserConfig['plugins']>[number];

const module = 'virtual:contentful-site/inline-in-sources';
/** Stands in a bundle for what is found, which is whole only when all sources are read. */
const placeholder = '@@inline-in-sources@@';
/** Where pages of development find it: they run in the process of this plugin. */
const place = `globalThis[Symbol.for('${module}')]`;

const component = /\.(?:astro|mdx)$/;
const style = /\.(?:css|less|pcss|sass|scss|styl)$/;
/** Packages have code for browsers that we cannot judge by its text. */
const script = /^(?!.*\/node_modules\/).*\.[cm]?[jt]sx?$/;
const nothingInline = {
  directives: [],
  scripts: [],
  styles: [],
  endsAstro: false,
  readsProps: false,
};

/** Hands on what sources have inline (virtual.d.ts), and ends with what they must not have. @param root of the project */
export function readSources(root: string): Plugin {
  const sources = new Map<string, Source>();
  const list = (part: keyof Inline) => [
    ...new Set(Array.from(sources.values(), (source) => source[part]).flat()),
  ];
  const found: FoundInSources = {
    get directives() {
      return list('directives');
    },
    get scripts() {
      return list('scripts');
    },
    get styles() {
      return list('styles');
    },
    get readingProps() {
      return Array.from(sources).flatMap(([file, { readsProps }]) =>
        readsProps ? relative(root, file).replaceAll(sep, '/') : [],
      );
    },
  };

  /** @throws one message for all parts of these sources that no policy can allow */
  function requireAllowed(files: Iterable<string>): void {
    const findings = Array.from(
      files,
      (file) => [relative(root, file), sources.get(file)?.refused ?? []] as const,
    ).filter(([, refused]) => refused.length > 0);
    if (findings.length > 0) throw new Error(formatRefused(new Map(findings)));
  }

  return {
    name: 'read-sources',
    enforce: 'pre',
    configureServer() {
      Object.assign(globalThis, { [Symbol.for(module)]: found });
    },
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load(id) {
      if (id !== `\0${module}`) return undefined;
      const isDev = this.environment.mode === 'dev';
      return `export default ${isDev ? place : `JSON.parse('${placeholder}')`};`;
    },
    transform: {
      filter: { id: [component, style, script] },
      async handler(code, file) {
        if (component.test(file)) sources.set(file, readSource(file, await readFile(file, 'utf8')));
        else if (style.test(file))
          sources.set(file, { ...nothingInline, refused: findRefusedInStyle(code) });
        else if (this.environment.name === 'client')
          sources.set(file, { ...nothingInline, refused: findRefusedInScript(code) });
        const isLast = this.environment.mode === 'dev' || sources.get(file)?.endsAstro;
        if (isLast) requireAllowed([file]);
      },
    },
    buildEnd(error) {
      if (!error) requireAllowed(sources.keys());
    },
    renderChunk: (code) =>
      code.includes(placeholder)
        ? code.replace(/(["'`])@@inline-in-sources@@\1/, () =>
            JSON.stringify(JSON.stringify(found)),
          )
        : null,
  };
}
