/**
 * Draws a portrait in place of a missing photo: head and shoulders in one line, on 320 by 256. The name
 * determines the haircut.
 */
import { createPen } from './covers.ts';

/** Rises from the left edge over the shoulder, goes around the head, and leaves on the right. */
const outline =
  'M-9 244C60 240 66 204 116 194 140 189 142 180 142 166 112 152 104 112 112 88 122 44 198 44 208 88 216 112 208 152 178 166 178 180 180 189 204 194 252 204 262 236 329 168';

const haircuts = [
  'M112 88C136 62 150 96 208 84', // a fringe
  'M160 20a20 20 0 1 1-.1 0M114 84C140 66 180 66 206 84', // a bun
  'M112 86C92 112 98 146 92 182M208 86C228 112 222 146 228 182', // long
  'M110 92C92 70 112 44 130 52 132 30 158 28 166 44 184 30 206 46 200 62 220 66 222 84 210 96', // curls
  'M124 138C130 166 190 166 196 138', // a beard
] as const;

const glasses = 'M143 96a15 15 0 1 1-.1 0M177 96a15 15 0 1 1-.1 0M158 110h4';

export function drawPortrait(name: string): string {
  const { choose } = createPen(name, { width: 320, height: 256 });
  return outline + choose(...haircuts) + choose('', '', glasses);
}
