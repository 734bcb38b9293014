/** What visitors' browsers run, against the oldest that the site is for: Chrome 109, Firefox 115 and Safari 16.4. */
import { ESLint } from 'eslint';
import baselineJs from 'eslint-plugin-baseline-js';
import esX from 'eslint-plugin-es-x';
import { expect, it } from 'vitest';
import { listFiles, readBuilt, readPages } from '../support/built-site.ts';

/** Methods of lists that iterators have in newer browsers only: their names do not tell which is called. */
const ofLists = new Set(
  Object.getOwnPropertyNames(Array.prototype).map((name) => name.toLowerCase()),
);
const languageRules = Object.entries(esX.configs['flat/restrict-to-es2022'].rules ?? {}).filter(
  ([name]) => !ofLists.has(name.replace('es-x/no-iterator-prototype-', '')),
);

const eslint = new ESLint({
  overrideConfigFile: true,
  allowInlineConfig: false,
  overrideConfig: {
    plugins: { 'es-x': esX, 'baseline-js': { rules: baselineJs.rules } },
    // Finds methods by their names, whatever they are called on.
    settings: { 'es-x': { aggressive: true } },
    rules: {
      ...Object.fromEntries(languageRules),
      'baseline-js/use-baseline': [
        'error',
        {
          available: 2022,
          // ShareSave.tsx asks before it uses the first two, and React before the third.
          ignoreFeatures: ['share', 'async-clipboard', 'network-information'],
          includeWebApis: { preset: 'auto' },
        },
      ],
    },
  },
});

it('no script calls what the oldest browsers lack', async () => {
  const scripts = new Map<string, string>();
  for (const file of await listFiles())
    if (/\.m?js$/.test(file)) scripts.set(await readBuilt(file), file);
  for (const { path, $ } of (await readPages()).values())
    $('script:not([src], [type$=json], [type=speculationrules])').each(
      (_, script) => void scripts.set($(script).text(), path),
    );
  for (const [script, place] of scripts) {
    const [result] = await eslint.lintText(script);
    expect(
      result?.messages.map(({ message }) => message),
      place,
    ).toEqual([]);
  }
});
