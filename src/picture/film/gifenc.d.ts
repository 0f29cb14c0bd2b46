// The part of gifenc that the project uses. The package has no types.
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[];
  export interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        readonly palette: Palette;
        readonly delay: number;
        readonly transparent: boolean;
        readonly transparentIndex: number;
        /** 1 means that the next frame is drawn over this one. */
        readonly dispose: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  interface Gifenc {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, colours: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
  }
  export const GIFEncoder: Gifenc['GIFEncoder'];
  export const quantize: Gifenc['quantize'];
  export const applyPalette: Gifenc['applyPalette'];
  const all: Gifenc;

  // biome-ignore lint/style/noDefaultExport: the package has one, and in Node nothing else.
  export { all as default };
}
