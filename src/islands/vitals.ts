/**
 * Tells our own server, once, when a visitor leaves the page, how it was: Web Vitals by their public
 * definitions, the slowest interaction standing for INP. In pages only with VITALS=true, where it
 * stands inline, so every byte counts. A tab opened in the background is not measured.
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
  // Shifts within a second of each other, for five seconds at most, are one (web.dev/articles/cls).
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
    durationThreshold: 40, // of `event` alone: faster ones are not felt
  });

addEventListener('visibilitychange', () => {
  if (isSent || document.visibilityState !== 'hidden') return;
  isSent = true;
  // A page prepared in advance begins when it is shown.
  const [navigation] = performance.getEntriesByType('navigation');
  const start =
    navigation instanceof PerformanceNavigationTiming ? (navigation.activationStart ?? 0) : 0;
  for (const name of ['LCP', 'TTFB'] as const)
    if (values[name] !== undefined) values[name] = Math.max(0, values[name] - start);
  navigator.sendBeacon(vitalsPath, JSON.stringify({ path: location.pathname, ...values }));
});
