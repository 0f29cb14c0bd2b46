/** Randomness, drawn by the seed of the run. */
import { current } from './guestIncarnation';

/** How many bytes one request asks for. Between two requests the engine may end an endless loop. */
const atOnce = 64;
const wordCount = 2 ** 32;

export const below = (count: number): number => current().host.random(count);

export const fill = <Bytes extends { length: number; [index: number]: number }>(bytes: Bytes): Bytes => {
  for (let from = 0; from < bytes.length; from += atOnce) {
    const digits = current().host.bytes(Math.min(atOnce, bytes.length - from));
    for (let i = 0; i < digits.length; i += 2) bytes[from + i / 2] = Number.parseInt(digits.slice(i, i + 2), 16);
  }
  return bytes;
};

const uuid = (): string => {
  const digits = current().host.bytes(16);
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16);
  const [version, rest] = [`4${digits.slice(13, 16)}`, `${variant}${digits.slice(17, 20)}`];
  return [digits.slice(0, 8), digits.slice(8, 12), version, rest, digits.slice(20)].join('-');
};

export const fraction = (): number => below(wordCount) / wordCount;

export const random = {
  /** A whole number from 0 to below − 1. */
  below,
  fraction,
  uuid,
};

export const webCrypto = { randomUUID: uuid, getRandomValues: fill };
