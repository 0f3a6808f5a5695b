/** What is used of it: it brings no types of its own, and those of others lack the features. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    variationAxes: Record<string, { min: number; max: number }>;
    keepFeatures?: readonly string[];
  }
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
}
