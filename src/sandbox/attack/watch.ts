/**
 * Whether the code in a thread comes to rest, as another thread sees it: an endless loop lets nothing else run in its
 * own thread.
 */

/** For a thread whose code is watched. */
export interface Watched {
  readonly begins: () => void;
  readonly rests: () => void;
}

const restIndex = 0;
const beginIndex = 1;

/** Memory that both threads share. */
export const watchedMemory = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));

export const watchedBy = (memory: Int32Array): Watched => ({
  begins: () => {
    memory[beginIndex] = ((memory[beginIndex] ?? 0) + 1) | 0;
  },
  rests: () => {
    memory[restIndex] = memory[beginIndex] ?? 0;
  },
});

/** Returns a function to call repeatedly: it says whether the same code has been running since the previous call. */
export function unrest(memory: Int32Array): () => boolean {
  let begun = -1;
  return () => {
    const [rest = 0, begin = 0] = memory;
    const isSame = begin === begun && rest !== begin;
    begun = begin;
    return isSame;
  };
}
