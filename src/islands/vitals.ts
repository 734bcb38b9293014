/**
 * Reports once to our own server, when a visitor leaves the page, the Web Vitals by their public
 * definitions; the slowest interaction stands for INP. Only pages built with VITALS=true inline this
 * code, so every byte counts. Tabs opened in the background are not measured.
 */
import { vitalsPath, type VitalName } from '../rules/vitals.ts';

const values: Partial<Record<VitalName, number>> = { CLS: 0 };
let windowStart = 0;
let windowEnd = 0;
let windowShift = 0;
let isSent = document.visibilityState === 'hidden' && !document.prerendering;

const takers: Record<string, (entry: PerformanceEntry) => void> = {
  navigation: (entry) => {
    if (entry instanceof PerformanceNavigationTiming) values.TTFB = entry.responseStart;
  },
  'largest-contentful-paint': ({ startTime }) => {
    values.LCP = startTime;
  },
  // Shifts within a second of each other, for at most five seconds, count as one
  // (web.dev/articles/cls).
  'layout-shift': (entry) => {
    if (!(entry instanceof LayoutShift) || entry.hadRecentInput) return;
    const { startTime, value } = entry;
    const isNew = startTime - windowEnd > 1000 || startTime - windowStart > 5000;
    if (isNew) windowStart = startTime;
    windowShift = isNew ? value : windowShift + value;
    windowEnd = startTime;
    values.CLS = Math.max(values.CLS ?? 0, windowShift);
  },
  event: (entry) => {
    if (entry instanceof PerformanceEventTiming && entry.interactionId)
      values.INP = Math.max(values.INP ?? 0, entry.duration);
  },
};

for (const [type, take] of Object.entries(takers))
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
    durationThreshold: 40, // for `event` only: visitors do not notice shorter delays
  });

addEventListener('visibilitychange', () => {
  if (isSent || document.visibilityState !== 'hidden') return;
  isSent = true;
  // A prerendered page counts from the moment when it is shown.
  const [navigation] = performance.getEntriesByType('navigation');
  const start =
    navigation instanceof PerformanceNavigationTiming ? (navigation.activationStart ?? 0) : 0;
  for (const name of ['LCP', 'TTFB'] as const)
    if (values[name] !== undefined) values[name] = Math.max(0, values[name] - start);
  navigator.sendBeacon(vitalsPath, JSON.stringify({ path: location.pathname, ...values }));
});
