/** Breaks the title of a share image into lines. */
import type { Box } from '#components/drawings/covers.ts';

export const lineHeight = 1.06;

/** Font sizes in pixels, each with the lines that a title may have: the first that fits is taken. */
const inOneLine = [120, 96, 84, 76, 68].map((size) => [size, 1] as const);
const inTwoLines = [120, 96, 84, 76, 68, 60].map((size) => [size, 2] as const);
const inMoreLines = [
  [54, 3],
  [44, 4],
  [36, 5],
] as const;
/** A title has one line, unless two would be so much larger that one is below this part of their size. */
const leastOfTwoLines = 0.7;

/** Words that stay together on a line, and their width. */
interface Piece {
  text: string;
  wide: number;
}

const join = (pieces: readonly Piece[]): Piece => ({
  text: pieces.map(({ text }) => text).join(' '),
  wide: pieces.reduce((sum, { wide }) => sum + wide, 0),
});

/** Binds words: '&' to the next one, a dash to the one before, and the last two of a title of three or more. */
function bind(words: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, word] of words.entries()) {
    const before = pieces.at(-1);
    const isLast = index === words.length - 1 && words.length > 2;
    if (before && (isLast || /^[-–]$/.test(word.text) || words[index - 1]?.text === '&'))
      pieces[pieces.length - 1] = join([before, word]);
    else pieces.push(word);
  }
  return pieces;
}

/** Fills lines up to a width; null when there would be too many. */
function fill(pieces: readonly Piece[], wide: number, most: number): Piece[] | null {
  const lines: Piece[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (piece.wide > wide) return null;
    if (last && last.wide + piece.wide <= wide) lines[lines.length - 1] = join([last, piece]);
    else lines.push(piece);
  }
  return lines.length > most ? null : lines;
}

/** Fills lines of about the same length. */
function balance(pieces: readonly Piece[], wide: number, most: number): Piece[] | null {
  const lines = fill(pieces, wide, most);
  if (!lines?.length) return lines;
  const widest = Math.max(...lines.map((line) => line.wide));
  return balance(pieces, widest - 0.001, lines.length) ?? lines;
}

/** The largest of some sizes at which pieces of a title fit, with its lines. */
function find(
  pieces: readonly Piece[],
  sizes: readonly (readonly [size: number, most: number])[],
  room: Box,
) {
  for (const [size, most] of sizes) {
    if (most * size * lineHeight > room.height) continue;
    const lines = balance(pieces, room.width / size, most);
    if (lines?.length) return { size, lines: lines.map(({ text }) => text) };
  }
  return null;
}

/**
 * Chooses the size and the lines of a title. A dash or a colon ends the first of two lines where that is possible.
 * @param widths of the words with a space behind each, in parts of the font size
 * @returns no lines for a title that is too long, or has a word too long, for every size
 */
export function fitTitle(
  words: readonly string[],
  widths: readonly number[],
  room: Box,
): { size: number; lines: string[] | null } {
  const all = words.map((text, index) => ({ text, wide: widths[index] ?? 0 }));
  const turn = words.findIndex((word) => /^[-–]$|:$/.test(word)) + 1;
  const sides = turn > 1 && turn < all.length ? [all.slice(0, turn), all.slice(turn)] : [];
  const one = find([join(all)], inOneLine, room);
  const more =
    find(sides.map(join), inTwoLines, room) ??
    find(bind(all), [...inTwoLines, ...inMoreLines], room) ??
    find(all, inMoreLines, room);
  if (one && one.size >= leastOfTwoLines * (more?.size ?? 0)) return one;
  return more ?? { size: 44, lines: null };
}
