/** Numbers that styles and scripts share. The styles have them as custom properties (layouts/data-tokens.ts). */
export const measures = {
  headerSlimsAfter: 50,
  /** Seconds in which the menu slides in or out. */
  menuSlide: 0.3,
} as const;
