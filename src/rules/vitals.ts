/** Address to which browsers report Web Vitals when VITALS is on. */
export const vitalsPath = '/api/vitals';

/**
 * Upper limit for a good value and for an acceptable value of each vital, in milliseconds except CLS
 * (web.dev/articles/vitals).
 */
export const vitalLimits = {
  LCP: { good: 2500, poor: 4000 },
  CLS: { good: 0.1, poor: 0.25 },
  INP: { good: 200, poor: 500 },
  TTFB: { good: 800, poor: 1800 },
} as const;

export type VitalName = keyof typeof vitalLimits;
