/** Text as a server stores it: the bytes of UTF-8. Half a surrogate pair becomes U+FFFD, as a client sends it. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const found = character.codePointAt(0) ?? 0;
    const code = found >= 0xd800 && found <= 0xdfff ? 0xfffd : found;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), last6(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), last6(code >> 6), last6(code));
    else bytes.push(0xf0 | (code >> 18), last6(code >> 12), last6(code >> 6), last6(code));
  }
  return Uint8Array.from(bytes);
}

const last6 = (code: number): number => 0x80 | (code & 0x3f);
