/** The linter's walls between the rooms (`eslint.config.js`): imports that it must refuse or allow. */
import { ESLint, Linter } from 'eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint();
const linter = new Linter();

test.each([
  ['src/sections/blog/A.astro', '../../engine/content/read.ts', true],
  ['src/sections/blog/A.astro', '../../engine/content/pull/pull.ts', false],
  ['src/pages/a.astro', '../engine/content/index.ts', false],
  ['src/pages/a.astro', '../../scripts/build.ts', false],
  ['src/islands/A.tsx', '../engine/leads/fields.ts', true],
  ['src/islands/A.tsx', '../engine/content/read.ts', false],
  ['src/islands/A.tsx', '../data/messages.ts', true],
  ['src/islands/A.tsx', '../data/company.ts', false],
  ['src/islands/A.tsx', '../data/services/ai.ts', false],
  ['src/engine/serve/a.ts', '../content/index.ts', true],
  ['src/engine/serve/a.ts', './node/pages.ts', true],
  ['src/engine/netlify/a.ts', '../serve/index.ts', true],
  ['src/engine/netlify/a.ts', '../serve/node/server.ts', false],
  ['scripts/a.ts', '../src/engine/serve/node/index.ts', true],
  ['scripts/a.ts', '../src/engine/netlify/headers.ts', false],
  ['src/engine/serve/node/a.ts', '../../content/pull/pull.ts', false],
  ['src/engine/serve/a.ts', '../netlify/index.ts', false],
  ['src/engine/content/pull/a.ts', '../snapshot/write.ts', true],
  ['src/engine/content/a.ts', '../../pages/a.ts', false],
  ['src/engine/disk/a.ts', '../content/index.ts', false],
  ['src/engine/netlify/a.ts', '../publish/addresses/address-book.ts', true],
  ['src/config.ts', './engine/content/pull/pull.ts', false],
  ['scripts/a.ts', '../tests/a.ts', false],
])('%s imports %s: %s', async (path, target, isAllowed) => {
  const { rules } = (await eslint.calculateConfigForFile(path)) as Linter.Config;
  const rule = rules?.['no-restricted-imports'] ?? 'off';
  const found = linter.verify(`import '${target}';`, { rules: { 'no-restricted-imports': rule } });
  expect(found.map(({ ruleId }) => ruleId)).toEqual(isAllowed ? [] : ['no-restricted-imports']);
});
