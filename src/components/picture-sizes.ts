/** The displayed width of a picture by its place, for the attribute `sizes`. */
export const pictureSizes = {
  article: '(width >= 600px) 533px, 100vw', // 300px high
  feature: '(width >= 1440px) 640px, (width >= 1024px) 50vw, 100vw',
  card: '(width >= 1440px) 421px, (width >= 1024px) 33vw, (width >= 768px) 50vw, 100vw',
} as const;

export type PicturePlace = keyof typeof pictureSizes;
