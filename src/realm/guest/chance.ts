/** Randomness, drawn by the seed of the run. */
import { hex } from './blocks';
import { current } from './life';

const byteCount = 256;
const wordCount = 2 ** 32;

export const below = (count: number): number => current().host.random(count);

export const fill = <Bytes extends { length: number; [index: number]: number }>(bytes: Bytes): Bytes => {
  for (let i = 0; i < bytes.length; i++) bytes[i] = below(byteCount);
  return bytes;
};

const uuid = (): string => {
  const bytes = fill(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
  const text = hex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
};

export const fraction = (): number => below(wordCount) / wordCount;

export const random = {
  /** A whole number from 0 to below − 1. */
  below,
  fraction,
  uuid,
};

export const webCrypto = { randomUUID: uuid, getRandomValues: fill };
