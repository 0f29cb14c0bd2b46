/** What SHA-1 and SHA-256 share: text as bytes, bytes as blocks of sixteen words, words as bytes. */

/** Pads with a bit, zeros and the length. */
export function inBlocks(input: readonly number[]): number[][] {
  const bytes = [...input, 128];
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor((input.length * 8) / 2 ** shift) & 255);
  const blocks: number[][] = [];
  for (let at = 0; at < bytes.length; at += 64) blocks.push(wordsOf(bytes.slice(at, at + 64)));
  return blocks;
}

function wordsOf(bytes: readonly number[]): number[] {
  const words: number[] = [];
  for (let at = 0; at < bytes.length; at += 4)
    words.push(bytes.slice(at, at + 4).reduce((word, byte) => (word << 8) | byte, 0));
  return words;
}

export const bigEndian = (words: readonly number[]): number[] =>
  words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);

export function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}

export const hex = (bytes: Iterable<number>): string => {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
};
