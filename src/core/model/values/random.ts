/**
 * Randomness without a stream. Each number is a hash of the process that draws it, its name, and how many were drawn
 * before. Moving one message therefore does not change the numbers of the others. It uses integer arithmetic only,
 * which is the same in every engine.
 */

/** Mixes a 32-bit word into a 32-bit hash (the step of MurmurHash3). */
export function mix(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  let h = hash ^ Math.imul(k, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  return (Math.imul(h, 5) + 0xe6546b64) | 0;
}

/** Finishes a hash: every bit of the result depends on every bit mixed in. Returns 0 … 2³² − 1. */
export function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit hash of a text, for mixing in as a word. */
export function hashText(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return finish(hash) | 0;
}

/** A whole number from 0 to below − 1, from a 32-bit draw. The bias is below 2⁻²⁰ for the ranges that are used here. */
const scaleTo = (draw: number, below: number): number => Math.floor((draw / 4294967296) * below);

/**
 * The numbers that one process draws. Each name has its own sequence, so one more draw under a name does not change
 * those of another.
 */
export class Draws {
  private readonly counts = new Map<string, number>();
  private readonly hash: number;

  /** @param life 0 in its first life. It stays 0 if later lives continue the same draws. */
  constructor(seed: number, process: string, life = 0) {
    const first = mix(mix(0xc0de, seed), hashText(process));
    this.hash = life === 0 ? first : mix(first, life);
  }

  /** A whole number from 0 to below − 1. */
  draw(name: string, below: number): number {
    const count = this.counts.get(name) ?? 0;
    this.counts.set(name, count + 1);
    return scaleTo(finish(mix(mix(this.hash, hashText(name)), count)), below);
  }
}
