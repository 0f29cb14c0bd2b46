/** Randomness, drawn by the seed of the run. */
import { current } from './life';

const byteCount = 256;
const wordCount = 2 ** 32;

const below = (count: number): number => current().host.random(count);

const fill = <Bytes extends { length: number; [index: number]: number }>(bytes: Bytes): Bytes => {
  for (let i = 0; i < bytes.length; i++) bytes[i] = below(byteCount);
  return bytes;
};

const hex = (bytes: Iterable<number>): string => {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
};

/** What `Buffer` is used for around locks: bytes that can be written as text. */
class Bytes extends Uint8Array {
  override toString(encoding = 'hex'): string {
    if (encoding === 'base64' || encoding === 'base64url') return base64(this, encoding === 'base64url');
    return hex(this);
  }
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array, isForUrl: boolean): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let sign = 0; sign < 4; sign++)
      text += i + sign <= bytes.length ? signs[(word >> (18 - 6 * sign)) & 63] : isForUrl ? '' : '=';
  }
  return isForUrl ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
}

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

/** `node:crypto`, as far as locks use it. */
export const nodeCrypto = {
  ...webCrypto,
  webcrypto: webCrypto,
  randomBytes: (count: number, then?: (error: null, bytes: Bytes) => void): Bytes | undefined => {
    const bytes = fill(new Bytes(count));
    if (then === undefined) return bytes;
    const life = current();
    void Promise.resolve().then(() => life.callBack(() => then(null, bytes)));
    return undefined;
  },
  randomInt: (from: number, to?: number): number => (to === undefined ? below(from) : from + below(to - from)),
};
