/** Values that name the holder of a lock: nobody else has the same, by 128 bits of chance. */
import { randomBytes } from 'node:crypto';

const bytesEach = 16;
/** Drawn at once, since each draw is a call into the system's library. */
const ownerCount = 128;

export class Owners {
  private drawn: string[] = [];

  /** 32 hexadecimal characters, a string of its own: a slice of a longer one is slow to write to a socket. */
  readonly next = (): string => {
    if (this.drawn.length === 0) {
      const bytes = randomBytes(bytesEach * ownerCount);
      this.drawn = Array.from({ length: ownerCount }, (_, i) =>
        bytes.toString('hex', i * bytesEach, (i + 1) * bytesEach),
      );
    }
    return this.drawn.pop() as string;
  };
}
