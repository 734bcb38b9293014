/**
 * Checks before every build what no type can hold: contrasts, typefaces, redirects and photos. Types and tests/unit/data/facts.test.ts
 * hold the shapes of the firm's other facts in src/data.
 */
import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '#engine/base/config-error.ts';
import { colors, typefaces, type ColorName } from '#data/brand.ts';
import { team } from '#data/team.ts';
import { redirects } from '#data/redirects.ts';
import { feedPath } from '#data/routes.ts';
import { codePages } from '#documents/code-pages.ts';
import { collections } from '#collections/index.ts';

/** A colour of two hexadecimal digits each for red, green and blue. */
const colorShape = /^#[\da-f]{6}$/i;

/** Relative luminance of a colour `#rrggbb`, as WCAG 2.2 defines it. */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Colours, their backgrounds, and the least contrast of WCAG 2.2 AA: 4.5 for text, 3 for field borders. */
const pairs: readonly [readonly ColorName[], readonly ColorName[], number][] = [
  [['ink', 'inkSoft'], ['paper', 'raised', 'sunken'], 4.5],
  [['brand', 'brandDeep', 'blueText', 'greenText', 'error'], ['paper', 'raised'], 4.5],
  [['nightSoft', 'paper'], ['night'], 4.5],
  [['control'], ['paper', 'raised'], 3],
];

/** @throws {ConfigError} when a colour cannot be read, or two colours are too close to be read */
export function checkContrasts(values: Record<ColorName, string>): void {
  for (const [name, color] of Object.entries(values))
    if (!colorShape.test(color))
      throw new ConfigError(
        `src/data/brand.ts: ${name} is '${color}', not # and six hexadecimal digits.`,
      );
  for (const [fronts, grounds, least] of pairs)
    for (const front of fronts)
      for (const ground of grounds) {
        const contrast = getContrast(values[front], values[ground]);
        if (contrast < least)
          throw new ConfigError(
            `src/data/brand.ts: ${front} has a contrast of ${contrast.toFixed(1)} to 1 on ${ground}, and ${least} is the least that everyone can read.`,
          );
      }
}

/** @throws {ConfigError} when the package of a typeface is not installed */
export function checkTypefaces(faces: readonly { family: string; source: string }[]): void {
  for (const { family, source } of faces) {
    try {
      findPackageJSON(source, import.meta.url);
    } catch {
      throw new ConfigError(
        `src/data/brand.ts: the package of ${family} is not installed: npm install ${source}, then npm run fonts.`,
      );
    }
  }
}

const isCodePage = (path: string) => codePages.some((page) => page.path === path);

/** Whether something may answer at a path of this site: of the items of a list only the content knows. */
function isAnswered(path: string): boolean {
  const [clean = ''] = path.replace(/\/\*$/, '').split(/[?#]/, 1);
  return (
    isCodePage(clean || '/') ||
    clean === feedPath ||
    collections.some(({ pages }) => pages && `${clean}/`.startsWith(`${pages.path}/`)) ||
    existsSync(new URL(`../public${clean}`, import.meta.url))
  );
}

const isTarget = (to: string) =>
  /^https:\/\/\S+$/.test(to) || (/^\/(?!\/)\S*$/.test(to) && isAnswered(to));

/** @throws {ConfigError} for a redirect that would not lead anywhere, or from a page */
export function checkRedirects(list: readonly { from: string; to: string }[]): void {
  const known = new Set<string>();
  for (const { from, to } of list) {
    const refuse = (fault: string) => {
      throw new ConfigError(`src/data/redirects.ts: the redirect from '${from}' ${fault}.`);
    };
    if (!/^(?:\/[^\s/*?#]+)+(?:\/\*)?$/.test(from))
      refuse('does not begin at a path such as /old, or /old/* for all below it');
    if (isCodePage(from)) refuse('begins at a page of the site, which would be shown instead');
    if (known.has(from)) refuse('stands there twice');
    if (!isTarget(to)) refuse(`leads to '${to}', neither a page of this site nor an https address`);
    if (to.includes('*') && !from.endsWith('/*'))
      refuse("has a * in 'to', and 'from' has no /* whose rest could stand there");
    known.add(from);
  }
}

/** @throws {ConfigError} when a partner's photo is missing, no picture or too small */
export async function checkPhotos(partners: readonly { name: string; photo: string | null }[]) {
  for (const { name, photo } of partners) {
    if (photo === null) continue;
    // A server without photos does without the encoder's memory.
    const { default: sharp } = await import('sharp');
    const file = fileURLToPath(new URL(`../public${photo}`, import.meta.url));
    const { width, height } = await sharp(file)
      .metadata()
      .catch(() => ({ width: 0, height: 0 }));
    if (width < 400 || height < 320)
      throw new ConfigError(
        `src/data/team.ts: the photo of ${name} is not a picture of at least 400 × 320 pixels: public${photo}.`,
      );
  }
}

/** Checks the firm's facts (src/site.ts). @throws {ConfigError} with a sentence that names the file and the fact */
export async function check(): Promise<void> {
  checkContrasts(colors);
  checkTypefaces(Object.values(typefaces));
  checkRedirects(redirects);
  await checkPhotos(team);
}
