/** Frames of pixels as a GIF. What has not changed since the frame before is left out, which makes it many times smaller. */
import * as gifenc from 'gifenc';

/** Node takes the package's CommonJS, which has a default alone; bundlers take its ES module. */
export const ofGif = typeof gifenc.default === 'object' ? gifenc.default : gifenc;

export interface Gif {
  /** @param rgba of a whole frame, 4 bytes a pixel; all frames have one size */
  readonly add: (rgba: Uint8Array | Uint8ClampedArray, ms: number) => void;
  readonly bytes: () => Uint8Array;
}

const usualColours = 128;

/** @param coloursMax of a frame, what has not changed included */
export function beginGif(width: number, height: number, coloursMax = usualColours): Gif {
  const { GIFEncoder, quantize, applyPalette } = ofGif;
  const encoder = GIFEncoder();
  let shown = new Uint32Array(0);
  return {
    add: (rgba, ms) => {
      const pixels = new Uint8Array(rgba);
      const palette = quantize(pixels, coloursMax - 1);
      const index = applyPalette(pixels, palette);
      const clear = palette.length;
      const colours = new Uint32Array(pixels.buffer);
      if (shown.length > 0)
        for (let at = 0; at < colours.length; at++) if (colours[at] === shown[at]) index[at] = clear;
      shown = colours;
      const drawnOver = 1;
      encoder.writeFrame(index, width, height, {
        palette: [...palette, [0, 0, 0]],
        delay: ms,
        transparent: true,
        transparentIndex: clear,
        dispose: drawnOver,
      });
    },
    bytes: () => {
      encoder.finish();
      return encoder.bytes();
    },
  };
}
