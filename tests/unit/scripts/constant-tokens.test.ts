import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postcss from 'postcss';
import { afterAll, expect, test } from 'vitest';
import { constantTokens } from '../../../scripts/astro/constant-tokens.ts';

const definitions = `
  :root { --gap: 1rem; --wide: calc(2 * var(--gap)); --ink: #222 }
  @media (prefers-contrast: more) { :root { --ink: #000 } }`;

const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const file = join(folder, 'tokens.css');
writeFileSync(file, definitions);

const write = (css: string) =>
  postcss([constantTokens([file])])
    .process(css, { from: undefined })
    .css.replace(/\s+/g, ' ')
    .trim();

test('a constant token is written into the rules and needs no definition', () => {
  expect(write('p { margin: var(--wide) var(--gap) }')).toBe('p { margin: calc(2 * 1rem) 1rem }');
  expect(write(definitions)).not.toContain('--gap');
});

test('a token that a media query changes stays a variable', () => {
  expect(write('p { color: var(--ink) }')).toBe('p { color: var(--ink) }');
  expect(write(definitions)).toMatch(/--ink: #222 .*--ink: #000/);
});

test('a rule that gives a constant token another value is refused', () => {
  expect(() => write('nav { --gap: 0 }')).toThrow('--gap is a token');
});
