/** Numbers that styles and scripts share. The styles have them as custom properties (layouts/data-tokens.ts). */
export const measures = {
  /** Pixels of scrolling after which the header slims. */
  headerSlimsAfterPixels: 50,
  /** The time in which the menu slides in or out. */
  menuSlideSeconds: 0.3,
} as const;
