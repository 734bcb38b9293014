// The package has no types of its own; this is the part that the fonts script calls.
declare module 'subset-font' {
  interface Options {
    targetFormat?: 'woff2';
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>;
  }
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options?: Options,
  ): Promise<Buffer>;
}
