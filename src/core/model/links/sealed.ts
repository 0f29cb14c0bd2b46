/**
 * The envelope of links to exercises and to code: version, checksum and a packed value.
 */
import type { Text } from '../values/text';
import { damaged, otherVersion, tooLong } from './linkProblems';
import { checksum, pack, unpack, verified } from './pack';

const prefix = 'v1.';

/** Longer texts are refused without being read. */
const linkLengthMax = 100_000;

export type Unsealed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Text };

export function sealed(value: unknown): string {
  const packed = pack(value);
  return `${prefix}${checksum(packed)}${packed}`;
}

/** Undoes `sealed`. */
export function unsealed(text: string): Unsealed {
  if (text.length > linkLengthMax) return { ok: false, problem: tooLong };
  if (!text.startsWith(prefix))
    return { ok: false, problem: otherVersion((text.split('.')[0] ?? '').replace(/^v/, '')) };
  const packed = verified(text.slice(prefix.length));
  if (packed === null) return { ok: false, problem: damaged };
  const unpacked = unpack(packed);
  return unpacked.ok ? unpacked : { ok: false, problem: unpacked.reason === 'too-long' ? tooLong : damaged };
}
