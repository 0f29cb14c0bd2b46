/**
 * Values that name the holder of a lock. They are 128 random bits, so no two are the same. Data
 * follows after a colon.
 */
import { randomBytes } from 'node:crypto';

const bytesEach = 16;
/** How many are generated at once, because each call goes into the system's library. */
const ownerCount = 128;

/** The most that the data of a lock may have, in bytes of UTF-8. Each extension and release sends it again. */
export const dataBytesMax = 1024;

/** The data in a value. Null: it has no data, or it is not a value of this library. */
export const dataIn = (value: string): string | null => /^[0-9a-f]{32}:(.*)$/s.exec(value)?.[1] ?? null;

export class Owners {
  #drawn: string[] = [];

  /**
   * 32 hexadecimal characters. It is a string of its own, because a slice of a longer one is slow to write to a socket.
   */
  readonly next = (): string => {
    if (this.#drawn.length === 0) {
      const bytes = randomBytes(bytesEach * ownerCount);
      this.#drawn = Array.from({ length: ownerCount }, (_, i) =>
        bytes.toString('hex', i * bytesEach, (i + 1) * bytesEach),
      );
    }
    return this.#drawn.pop() as string;
  };

  /** The same with data. The whole is the holder's name, and is compared as a whole. */
  nextWith(data: string | null | undefined): () => string {
    return typeof data === 'string' ? () => `${this.next()}:${data}` : this.next;
  }
}
