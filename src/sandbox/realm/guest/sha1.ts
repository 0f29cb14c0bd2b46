/** SHA-1 (RFC 3174), which Redis uses to name scripts. */
import { bigEndian, hex, inBlocks, utf8 } from './blocks';

/** The digest of a text in UTF-8, in hexadecimal. */
export const sha1 = (text: string): string => hex(sha1Of(utf8(text)));

export function sha1Of(bytes: readonly number[]): number[] {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (const block of inBlocks(bytes)) addBlock(state, block);
  return bigEndian(state);
}

const turned = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function addBlock(state: number[], block: readonly number[]): void {
  const words = [...block];
  const word = (i: number): number => words[i] ?? 0;
  for (let i = 16; i < 80; i++) words.push(turned(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1));
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i++) {
    const [mixed, constant] =
      i < 20
        ? [(b & c) | (~b & d), 0x5a827999]
        : i < 40
          ? [b ^ c ^ d, 0x6ed9eba1]
          : i < 60
            ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
            : [b ^ c ^ d, 0xca62c1d6];
    const next = (turned(a, 5) + mixed + e + word(i) + constant) | 0;
    [e, d, c, b, a] = [d, c, turned(b, 30), a, next];
  }
  [a, b, c, d, e].forEach((added, i) => {
    state[i] = ((state[i] ?? 0) + added) | 0;
  });
}
