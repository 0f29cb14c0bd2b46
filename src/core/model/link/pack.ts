/**
 * Turns a JSON value into the text of a link, and back: compressed against a dictionary, with a checksum. It knows
 * nothing of scenarios.
 */
import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { hashText } from '../random';
import { fromBase64url, toBase64url } from './base64url';
import { dictionary1 } from './version1';

const checksumLength = 4;
const chunkLength = 256;

/** The most bytes that a link may unfold to. */
const unpackedMax = 262_144;

/** The value compressed and in base64url. It is never empty. */
export const pack = (value: unknown): string =>
  toBase64url(deflateSync(strToU8(JSON.stringify(value)), { level: 9, dictionary: strToU8(dictionary1) }));

export type Unpacked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'damaged' | 'too-long' };

/** Undoes `pack`. Stops as soon as the result is longer than a scenario can be. */
export function unpack(text: string): Unpacked {
  const bytes = fromBase64url(text);
  if (bytes === null) return { ok: false, reason: 'damaged' };
  try {
    const json = inflate(bytes);
    return json === null ? { ok: false, reason: 'too-long' } : { ok: true, value: JSON.parse(json) };
  } catch {
    // Both the decompressor and JSON.parse throw for bytes that none of our links has.
    return { ok: false, reason: 'damaged' };
  }
}

/** A checksum of 24 bits over a text, as four characters. It reveals a link that was cut or retyped. */
export function checksum(text: string): string {
  const hash = hashText(text);
  return toBase64url(Uint8Array.of(hash >>> 24, hash >>> 16, hash >>> 8));
}

/** Takes the checksum off a text and returns the rest. Null when they do not fit together. */
export function verified(text: string): string | null {
  const rest = text.slice(checksumLength);
  return rest.length > 0 && checksum(rest) === text.slice(0, checksumLength) ? rest : null;
}

function inflate(bytes: Uint8Array): string | null {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflater = new Inflate({ dictionary: strToU8(dictionary1) }, (part) => {
    parts.push(part);
    length += part.length;
  });
  for (let from = 0; from < bytes.length; from += chunkLength) {
    inflater.push(bytes.slice(from, from + chunkLength), from + chunkLength >= bytes.length);
    if (length > unpackedMax) return null;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return strFromU8(whole);
}
