/** The cover of an item without a picture, drawn from the words of its address: the same wherever it is shown. */
import { colors } from '#data/brand.ts';

export interface Box {
  width: number;
  height: number;
}

export const coverBox: Box = { width: 320, height: 180 };

/** The size of components/Drawing.astro. */
export const drawingBox: Box = { width: 320, height: 112 };

type Palette = readonly [from: string, to: string, shapes: string, line: string, end: string];

const { paper, raised, sunken, rule, brand, brandDeep, night, nightSoft } = colors;
const { blue, blueText, green, greenText } = colors;

const palettes: readonly [Palette, ...Palette[]] = [
  [night, brandDeep, brand, blue, green],
  [sunken, rule, nightSoft, brand, green],
  [brand, brandDeep, night, paper, green],
  [blueText, blue, blueText, paper, green],
  [raised, paper, rule, blue, green],
  [greenText, night, green, paper, blue],
  [nightSoft, rule, raised, brandDeep, blueText],
  [sunken, raised, brand, blue, green],
  [rule, sunken, raised, night, blue],
  [brandDeep, night, brand, nightSoft, blue],
];

const purpleToBlue = [night, blueText] as const;

/** The gradients that editors may choose for a resource, in the firm's own colours, whatever their names. */
export const gradients = new Map<string, readonly [from: string, to: string]>([
  ['purple-to-blue', purpleToBlue],
  ['brown-to-gold', [brandDeep, brand]],
  ['green-to-blue', [greenText, blueText]],
  ['blue-to-green', [blueText, greenText]],
]);

export const getGradientName = (written: string): string =>
  gradients.has(written) ? written : 'purple-to-blue';

const paintOn = (gradient: string): Palette => {
  const [from, to] = gradients.get(gradient) ?? purpleToBlue;
  return [from, to, from === brandDeep ? night : blue, paper, green];
};

type Point = readonly [x: number, y: number];

/** Creates pseudo-random numbers from 0 to 1, seeded by words (FNV-1a, then mulberry32). */
function createNumbers(words: string): () => number {
  let state = 2_166_136_261;
  for (const letter of words) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function createPen(words: string, { width, height }: Box) {
  const next = createNumbers(words);
  const between = (least: number, most: number) => least + next() * (most - least);
  /** The point at these fractions of width and height. */
  const at = (x: number, y: number): Point => [x * width, y * height];
  return {
    width,
    height,
    between,
    at,
    choose: <Value>(first: Value, ...others: readonly Value[]) =>
      [first, ...others][Math.floor(next() * (others.length + 1))] ?? first,
    /** Points from one to the other, sometimes slightly off the straight way. Also in fractions. */
    climb: (count: number, [fromX, fromY]: Point, [toX, toY]: Point): [Point, ...Point[]] => {
      const bend = between(0.8, 2);
      const rest = Array.from({ length: count }, (_, index) => {
        const way = (index + 1) / count;
        const detour = way === 1 ? 0 : between(-0.15, 0.15);
        return at(fromX + way * (toX - fromX), fromY + (toY - fromY) * way ** bend + detour);
      });
      return [at(fromX, fromY), ...rest];
    },
  };
}

/** Joins commands and whole numbers into a path, with a space only between two digits. */
const path = (...parts: readonly (string | number)[]) =>
  parts
    .map((part) => (typeof part === 'number' ? Math.round(part) : part))
    .join(' ')
    .replace(/(?<=\D) | (?=\D)/g, '');

type LineKind = (points: readonly [Point, ...Point[]]) => string;

/** A curve through all points, level at each. */
const wave: LineKind = ([[startX, startY], ...rest]) => {
  let x = startX;
  let y = startY;
  return path(
    ...['M', x, y],
    ...rest.flatMap(([nextX, nextY]) => {
      const middle = (x + nextX) / 2;
      const curve = ['C', middle, y, middle, nextY, nextX, nextY];
      x = nextX;
      y = nextY;
      return curve;
    }),
  );
};

/** Stairs: each step begins and ends halfway between two points. */
const stairs: LineKind = ([[startX, startY], ...rest]) => {
  let x = startX;
  const steps = rest.flatMap(([nextX, nextY]) => {
    const edge = ['H', (x + nextX) / 2, 'V', nextY];
    x = nextX;
    return edge;
  });
  return path('M', startX, startY, ...steps, 'H', x);
};

const ridge: LineKind = ([start, ...rest]) => path('M', ...start, 'L', ...rest.flat());

/** A wave with a loop at each point except the ends: a turn stands before every curve but the first. */
const loops: LineKind = (points) => {
  const [, next = points[0]] = points;
  const size = (next[0] - points[0][0]) * 0.55;
  const side = size * 0.7;
  const turn = path('c', side, 0, side, -size, 0, -size) + path('s', -side, size, 0, size);
  return wave(points).replace(/(?<=C[^C]*)(?=C)/g, turn);
};

const circle = ([x, y]: Point, radius: number) => {
  const half = Math.round(radius);
  return path('M', x, y - half, 'a', half, half, 0, 1, 1, '-.1', 0);
};

const below = (line: string, { height }: Box) => line + path('V', height, 'H', 0, 'z');

type ShapeKind = (pen: ReturnType<typeof createPen>) => string;

const hills: ShapeKind = (pen) => {
  const { between, climb } = pen;
  const from = [-0.05, between(0.4, 0.9)] as const;
  return below(wave(climb(Math.round(between(2, 4)), from, [1.1, between(0.3, 0.9)])), pen);
};

const terraces: ShapeKind = (pen) => {
  const { between, climb } = pen;
  const edge = climb(Math.round(between(3, 6)), [-0.05, 0.9], [1.1, between(0.3, 0.6)]);
  return below(stairs(edge), pen);
};

const columns: ShapeKind = ({ between, at, width, height }) => {
  const count = Math.round(between(3, 8));
  const left = between(0.05, 0.4);
  const rise = between(0.25, 0.6);
  const room = (0.96 - left) / count;
  const thick = room * between(0.4, 0.85) * width;
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = at(left + index * room, between(0.78, 0.9) - (rise * (index + 1)) / count);
    return path('M', x, y, 'h', thick, 'V', height, 'H', x, 'z');
  }).join('');
};

const sun: ShapeKind = ({ between, at, height }) =>
  circle(at(between(0.5, 0.85), between(0.25, 0.6)), height * between(0.2, 0.42));

const moon: ShapeKind = ({ between, at, height }) =>
  circle(at(between(0.1, 0.5), between(0.4, 1)), height * between(0.45, 0.9));

const pebbles: ShapeKind = ({ between, at, height }) =>
  [0.1, 0.19, 0.28]
    .map((size) => circle(at(between(0.1, 0.9), between(0.15, 0.9)), height * size))
    .join('');

const ledger: ShapeKind = ({ between, width, height }) => {
  const rows = Math.round(between(3, 6));
  return Array.from({ length: rows }, (_, row) =>
    path('M', 0, ((row + 0.5) * height) / rows, 'H', width, 'v', height / 60, 'H', 0, 'z'),
  ).join('');
};

const fold: ShapeKind = ({ between, choose, at, width, height }) => {
  const edge = between(0.25, 0.7);
  const lean = choose(0, between(-0.25, 0.25));
  const [foot] = at(edge + lean, 1);
  return path('M', ...at(edge, 0), 'H', width, 'V', height, 'H', foot, 'z');
};

/** An object, the line that makes it, and where the line ends, on 320 by 180 and beyond on all sides. */
const sheet = {
  shapes: 'M96 20h96l32 32v118H96z',
  line: 'M-800 142H192a15 15 0 0 0 0-30H134a15 15 0 0 1 0-30H184c56 0 56-40 104-46',
  end: 'M288 36h.1',
};
const road = {
  shapes: 'M-800 400V172H0C60 172 70 136 130 140S260 128 330 92H1200V400z',
  line: 'M-800 150H-4C60 150 60 112 104 112S170 128 206 108 250 52 290 46M104 98a14 14 0 1 1-.1 0M206 94a14 14 0 1 1-.1 0',
  end: 'M290 46h.1',
};

/** What the cover of a resource shows, by its type. */
const scenes: Readonly<Record<string, typeof sheet>> = {
  Checklist: {
    shapes: 'M-800 400V172H104V150h70V128h70V106H1200V400z',
    line: 'M-800 124H54l16 16 34-42h20l16 16 34-42h20l16 16 34-42h26',
    end: 'M270 46h.1',
  },
  Workbook: sheet,
  Playbook: sheet,
  Scorecard: {
    shapes: 'M56 152a104 104 0 0 1 208 0z',
    line: 'M-800 152H82a78 78 0 0 1 156 0H1200M160 152l34-44',
    end: 'M194 108h.1',
  },
  Guide: {
    shapes: 'M160 20a70 70 0 1 1-.1 0z',
    line: 'M-800 152H0C50 152 60 118 104 104M160 34a56 56 0 1 1-.1 0M136 114l14-38 38-14-14 38zM216 78C256 66 264 46 296 32',
    end: 'M296 32h.1',
  },
  'Implementation Guide': road,
  Roadmap: road,
};

interface CoverLook {
  /** Name of the gradient of the background; without one the words choose all colours. */
  gradient?: string | undefined;
  /** The kind of item; some kinds have a drawing of their own. */
  type?: string | undefined;
}

/** @param words part of an address, unique in each list */
export function drawCover(words: string, { gradient, type = '' }: CoverLook = {}) {
  const pen = createPen(words, coverBox);
  const { between, choose, climb, at } = pen;
  const shapes = choose(hills, terraces, columns, sun, moon, pebbles, ledger, fold)(pen);
  // Low enough for a wide card, which shows the middle three quarters of the height.
  const end = [between(0.62, 0.92), between(0.2, 0.38)] as const;
  const points = climb(Math.round(between(3, 6)), [-0.05, between(0.65, 0.9)], end);
  const line = choose(wave, wave, wave, stairs, ridge, loops)(points);
  const chosen = choose(...palettes);
  const [from, to, shapeColor, lineColor, endColor] =
    gradient === undefined ? chosen : paintOn(gradient);
  const drawn = { shapes, line, end: path('M', ...at(...end), 'h.1') };
  const scene = (Object.hasOwn(scenes, type) ? scenes[type] : undefined) ?? drawn;
  return {
    /** Whether the drawing is one of its type, of which nothing may be cut off. */
    isScene: scene !== drawn,
    ground: [from, to] as const,
    shapes: { color: shapeColor, path: scene.shapes },
    line: { color: lineColor, path: scene.line },
    /** The end point of the line: a path without length, drawn with a round cap. */
    end: { color: endColor, path: scene.end },
  };
}

/** Draws only the line, from the lower left to the upper right of a drawing. @returns the data of an SVG path */
export function drawLine(words: string): string {
  const { between, choose, climb } = createPen(words, drawingBox);
  const points = climb(Math.round(between(3, 5)), [0.02, between(0.7, 0.9)], [0.98, 0.12]);
  return choose(wave, wave, stairs, loops)(points);
}
