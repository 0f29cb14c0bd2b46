/** SHA-1 (RFC 3174) of a text in UTF-8, in hexadecimal: by it, Redis names scripts. */
export function sha1(text: string): string {
  const bytes = utf8(text);
  const bits = bytes.length * 8;
  bytes.push(128);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / 2 ** shift) & 255);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < bytes.length; at += 64) addBlock(state, bytes.slice(at, at + 64));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const turned = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function addBlock(state: number[], block: readonly number[]): void {
  const words: number[] = [];
  for (let i = 0; i < 16; i++) words.push(block.slice(4 * i, 4 * i + 4).reduce((word, byte) => (word << 8) | byte, 0));
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

function utf8(text: string): number[] {
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
