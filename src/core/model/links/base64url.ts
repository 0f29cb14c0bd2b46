/** Bytes as characters that every address bar leaves alone (RFC 4648, section 5, without padding). */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const bitsOfCharacter = 6;
const bitsOfByte = 8;

export const toBase64url = (bytes: Uint8Array): string =>
  regroup(bytes, { from: bitsOfByte, to: bitsOfCharacter, isPadded: true })
    .map((value) => alphabet[value])
    .join('');

/** The bytes. Null if a character is not in the alphabet, or if left-over bits belong to no byte. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  const values: number[] = [];
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) return null;
    values.push(value);
  }
  const bytes = new Uint8Array(regroup(values, { from: bitsOfCharacter, to: bitsOfByte, isPadded: false }));
  return toBase64url(bytes) === text ? bytes : null;
}

interface Widths {
  readonly from: number;
  readonly to: number;
  /** Whether the last group is filled up with zeros. Otherwise it is dropped. */
  readonly isPadded: boolean;
}

function regroup(values: Iterable<number>, { from, to, isPadded }: Widths): number[] {
  const result: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = ((held << from) | value) & 0xffff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      result.push((held >> bits) & ((1 << to) - 1));
    }
  }
  if (isPadded && bits > 0) result.push((held << (to - bits)) & ((1 << to) - 1));
  return result;
}
