/** Past audits, kept in one JSON file. */
import * as v from 'valibot';
import { parseJson } from '../../src/engine/schemas.ts';
import { categories, type Measurement } from './lighthouse.ts';

/** The number of audits to keep. */
const most = 50;

const measurementSchema = v.object({
  isPicturePost: v.optional(v.boolean()),
  scores: v.object(v.entriesFromList(categories, v.number())),
  largestPaint: v.number(),
  blocking: v.number(),
  shift: v.number(),
  failed: v.array(v.string()),
}) satisfies v.GenericSchema<unknown, Measurement>;

const runSchema = v.object({
  /** ISO 8601. */
  time: v.string(),
  /** Runs for each page; the figures are medians. */
  runs: v.number(),
  /** A bare page, measured in the same audit. */
  bare: measurementSchema,
  /** Keyed by path. */
  pages: v.record(v.string(), measurementSchema),
});
export type Run = v.InferOutput<typeof runSchema>;

/**
 * Parses past audits and skips unreadable ones. A damaged file gives an empty list, so the next audit
 * starts a new history.
 */
export const parseHistory = (text: string): Run[] =>
  (parseJson(v.array(v.unknown()), text) ?? []).filter((run) => v.is(runSchema, run));

export const addRun = (history: readonly Run[], run: Run): Run[] => [...history, run].slice(-most);
