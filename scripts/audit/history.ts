/** The audits of the past, as one JSON file. */
import * as v from 'valibot';
import { parseJson } from '../../src/rules/schemas.ts';
import { categories, type Measurement } from './lighthouse.ts';

/** Audits kept. */
const most = 50;

const measurementSchema = v.object({
  scores: v.object(v.entriesFromList(categories, v.number())),
  largestPaint: v.number(),
  blocking: v.number(),
  shift: v.number(),
  failed: v.array(v.string()),
}) satisfies v.GenericSchema<unknown, Measurement>;

const runSchema = v.object({
  /** ISO 8601. */
  time: v.string(),
  /** How often each page was measured; its figures are the medians. */
  runs: v.number(),
  /** A bare page, measured beside them. */
  bare: measurementSchema,
  /** By path. */
  pages: v.record(v.string(), measurementSchema),
});
export type Run = v.InferOutput<typeof runSchema>;

/** The audits that can be read; none of a damaged file, so the next audit starts a new history. */
export const parseHistory = (text: string): Run[] =>
  (parseJson(v.array(v.unknown()), text) ?? []).filter((run) => v.is(runSchema, run));

export const addRun = (history: readonly Run[], run: Run): Run[] => [...history, run].slice(-most);
