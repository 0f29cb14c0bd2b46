/**
 * Text ↔ the bytes that a server of Redis holds, as UTF-8. A byte that is not valid UTF-8 becomes half a surrogate
 * pair, U+DC80 to U+DCFF, so that any bytes pass through a string unchanged. Python calls this `surrogateescape`.
 */

/** Half a surrogate pair that represents no byte becomes U+FFFD, as a client sends it. */
export function toBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const code = isHalf(codePoint) && !isByte(codePoint) ? 0xfffd : codePoint;
    if (code < 0x80) bytes.push(code);
    else if (isByte(code)) bytes.push(code - escaped);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), last6(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), last6(code >> 6), last6(code));
    else bytes.push(0xf0 | (code >> 18), last6(code >> 12), last6(code >> 6), last6(code));
  }
  return Uint8Array.from(bytes);
}

/** Added to a byte that is not valid UTF-8. */
const escaped = 0xdc00;

const isByte = (code: number): boolean => code >= escaped + 0x80 && code <= escaped + 0xff;

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const last6 = (code: number): number => 0x80 | (code & 0x3f);

export function fromBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = lengthOf(first);
    const code = length === 1 ? first : codeAt(bytes, at, length);
    text += code === null ? String.fromCharCode(escaped + first) : String.fromCodePoint(code);
    at += code === null ? 1 : length;
  }
  return text;
}

/** How many bytes a letter with this first byte has. 0: no letter begins with it. */
const lengthOf = (first: number): number =>
  first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;

/** The lowest letter that needs this many bytes. */
const lowest = [0, 0, 0x80, 0x800, 0x10000];

/** Null: no valid letter begins here. */
function codeAt(bytes: Uint8Array, at: number, length: number): number | null {
  if (length === 0 || at + length > bytes.length) return null;
  let code = (bytes[at] ?? 0) & (0xff >> (length + 1));
  for (let next = at + 1; next < at + length; next++) {
    const byte = bytes[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return null;
    code = (code << 6) | (byte & 0x3f);
  }
  return code < (lowest[length] ?? 0) || code > 0x10ffff || isHalf(code) ? null : code;
}
