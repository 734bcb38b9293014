/** The audits of the past, as one JSON file. */
import { isRecord } from '../../src/rules/unknown.ts';
import { categories, type Measurement } from './lighthouse.ts';

export interface Run {
  /** ISO 8601. */
  time: string;
  /** How often each page was measured; its figures are the medians. */
  runs: number;
  /** A bare page, measured beside them. */
  bare: Measurement;
  /** By path. */
  pages: Record<string, Measurement>;
}

/** Audits kept. */
const most = 50;

const isNumber = (value: unknown): value is number => typeof value === 'number';

const isMeasurement = (value: unknown): value is Measurement =>
  isRecord(value) &&
  isRecord(value.scores) &&
  Object.keys(value.scores).length === categories.length &&
  Object.values(value.scores).every(isNumber) &&
  [value.largestPaint, value.blocking, value.shift].every(isNumber) &&
  Array.isArray(value.failed) &&
  value.failed.every((audit) => typeof audit === 'string');

const isRun = (value: unknown): value is Run =>
  isRecord(value) &&
  typeof value.time === 'string' &&
  isNumber(value.runs) &&
  isMeasurement(value.bare) &&
  isRecord(value.pages) &&
  Object.values(value.pages).every(isMeasurement);

/** What cannot be read is no history: the next audit starts one. */
export function parseHistory(text: string): Run[] {
  try {
    const history: unknown = JSON.parse(text);
    return Array.isArray(history) ? history.filter(isRun) : [];
  } catch {
    return [];
  }
}

export const addRun = (history: readonly Run[], run: Run): Run[] => [...history, run].slice(-most);
