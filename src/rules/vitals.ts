/** The figures of Web Vitals that a visitor's browser tells us about a page, when VITALS is on. */
export const vitalsPath = '/api/vitals';

/**
 * Up to where each is good, and from where it is poor; milliseconds but for CLS (web.dev/articles/vitals).
 */
export const vitalLimits = {
  LCP: { good: 2500, poor: 4000 },
  CLS: { good: 0.1, poor: 0.25 },
  INP: { good: 200, poor: 500 },
  TTFB: { good: 800, poor: 1800 },
} as const;

export type VitalName = keyof typeof vitalLimits;
