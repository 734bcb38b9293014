// The package has no types. These cover the functions that this project calls.
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
