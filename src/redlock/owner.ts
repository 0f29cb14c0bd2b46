/** Values that name the holder of a lock: nobody else has the same, by 128 bits of chance. */
import { randomBytes } from 'node:crypto';

const bytesEach = 16;
/** Drawn at once, since each draw is a call into the system's library. */
const ownerCount = 128;

let drawn = Buffer.alloc(0);
let used = 0;

/** 32 hexadecimal characters, a string of its own: a slice of a longer one is slow to write to a socket. */
export function newOwner(): string {
  if (used === drawn.length) {
    drawn = randomBytes(bytesEach * ownerCount);
    used = 0;
  }
  const from = used;
  used += bytesEach;
  return drawn.toString('hex', from, used);
}
