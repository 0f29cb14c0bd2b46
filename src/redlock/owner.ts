/** Values that name the holder of a lock. They are 128 random bits, so no two are the same. */
import { randomBytes } from 'node:crypto';

const bytesEach = 16;
/** How many are generated at once, because each call goes into the system's library. */
const ownerCount = 128;

export class Owners {
  private drawn: string[] = [];

  /**
   * 32 hexadecimal characters. It is a string of its own, because a slice of a longer one is slow to write to a socket.
   */
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
