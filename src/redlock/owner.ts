/** Values that name the holder of a lock: nobody else has the same, by 128 bits of chance. */
import { randomBytes } from 'node:crypto';

const bytesEach = 16;
/** Drawn at once, since each draw is a call into the system's library. */
const ownerCount = 128;

let drawn = '';
let used = 0;

/** 32 hexadecimal characters. */
export function newOwner(): string {
  if (used === drawn.length) {
    drawn = randomBytes(bytesEach * ownerCount).toString('hex');
    used = 0;
  }
  const from = used;
  used += 2 * bytesEach;
  return drawn.slice(from, used);
}
