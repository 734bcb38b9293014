// The package has no types; these cover the part that the fonts script calls.
declare module 'subset-font' {
  interface Options {
    keepAllGlyphs?: boolean;
    targetFormat?: 'woff2' | 'sfnt';
    keepFeatures?: readonly string[];
    dropTables?: readonly string[];
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>;
  }
  export default function subsetFont(
    font: Buffer,
    characters: string | null,
    options?: Options,
  ): Promise<Buffer>;
}
