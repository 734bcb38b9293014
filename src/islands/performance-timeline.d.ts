/** Performance entries that TypeScript does not know yet; absent in some browsers. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}
declare const LayoutShift: { prototype: LayoutShift; new (): LayoutShift };

interface PerformanceNavigationTiming {
  readonly activationStart?: number;
}

interface Document {
  readonly prerendering?: boolean;
}

interface PerformanceObserverInit {
  durationThreshold?: number;
}
