/**
 * Encodes frames of pixels as a GIF. Pixels that did not change since the previous frame are left out, which makes
 * the file many times smaller.
 */
import * as gifenc from 'gifenc';

/** Node loads the package's CommonJS, which has only a default export; bundlers load its ES module. */
export const gifencModule = typeof gifenc.default === 'object' ? gifenc.default : gifenc;

export interface Gif {
  /** @param rgba a whole frame, 4 bytes a pixel; all frames have the same size */
  readonly add: (rgba: Uint8Array | Uint8ClampedArray, ms: number) => void;
  readonly bytes: () => Uint8Array;
}

const usualColours = 128;

/** @param coloursMax the most colours of a frame, including the one for unchanged pixels */
export function beginGif(width: number, height: number, coloursMax = usualColours): Gif {
  const { GIFEncoder, quantize, applyPalette } = gifencModule;
  const encoder = GIFEncoder();
  let lastFrame = new Uint32Array(0);
  return {
    add: (rgba, ms) => {
      const pixels = new Uint8Array(rgba);
      const palette = quantize(pixels, coloursMax - 1);
      const index = applyPalette(pixels, palette);
      const clear = palette.length;
      const colours = new Uint32Array(pixels.buffer);
      if (lastFrame.length > 0)
        for (let at = 0; at < colours.length; at++) if (colours[at] === lastFrame[at]) index[at] = clear;
      lastFrame = colours;
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
