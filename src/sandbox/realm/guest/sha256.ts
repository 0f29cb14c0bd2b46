/** SHA-256 (FIPS 180-4) of bytes. */
import { bigEndian, inBlocks } from './blocks';

/** The first 32 bits of the fractional part of a root of each of the first primes. */
const { roots, cubes } = constants();

function constants(): { readonly roots: readonly number[]; readonly cubes: readonly number[] } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const of = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return { roots: primes.slice(0, 8).map((n) => of(Math.sqrt(n))), cubes: primes.map((n) => of(Math.cbrt(n))) };
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(bytes: readonly number[]): number[] {
  const state = [...roots];
  for (const block of inBlocks(bytes)) addBlock(state, block);
  return bigEndian(state);
}

function addBlock(state: number[], block: readonly number[]): void {
  const words = [...block];
  const word = (i: number): number => words[i] ?? 0;
  for (let i = 16; i < 64; i++) {
    const small = turned(word(i - 15), 7) ^ turned(word(i - 15), 18) ^ (word(i - 15) >>> 3);
    const great = turned(word(i - 2), 17) ^ turned(word(i - 2), 19) ^ (word(i - 2) >>> 10);
    words.push((word(i - 16) + small + word(i - 7) + great) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const next = (h + chosen + (cubes[i] ?? 0) + word(i)) | 0;
    const most = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + next) | 0, c, b, a, (next + most) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((added, i) => {
    state[i] = ((state[i] ?? 0) + added) | 0;
  });
}
