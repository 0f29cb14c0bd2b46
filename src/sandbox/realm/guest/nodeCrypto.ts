/** `node:crypto` as far as locks use it: randomness, and digests of scripts. Anything else is refused by name. */
import { utf8 } from './blocks';
import { Bytes } from './bytes';
import { below, fill, webCrypto } from './chance';
import { current } from './guestIncarnation';
import { refusing } from './refusing';
import { sha1Of } from './sha1';
import { sha256 } from './sha256';

const algorithms: Readonly<Record<string, (bytes: readonly number[]) => number[]>> = { sha1: sha1Of, sha256 };

class Hash {
  private readonly bytes: number[] = [];

  constructor(private readonly digestOf: (bytes: readonly number[]) => number[]) {}

  update(data: unknown): this {
    // One by one: a long text would be more arguments than the stack holds.
    for (const byte of data instanceof Uint8Array ? data : utf8(String(data))) this.bytes.push(byte);
    return this;
  }

  digest(encoding?: string): string | Bytes {
    const bytes = new Bytes(this.digestOf(this.bytes));
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

function createHash(name: unknown): Hash {
  const algorithm = String(name).toLowerCase();
  const digest = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined;
  if (digest !== undefined) return new Hash(digest);
  throw current().refuse(
    `The hash ${String(name)} is not simulated. Known are: ${Object.keys(algorithms).join(', ')}.`,
  );
}

export const nodeCrypto = refusing('crypto', {
  createHash,
  ...webCrypto,
  webcrypto: refusing('crypto', webCrypto),
  randomBytes: (count: number, then?: (error: null, bytes: Bytes) => void): Bytes | undefined => {
    const bytes = fill(new Bytes(count));
    if (then === undefined) return bytes;
    const life = current();
    void Promise.resolve().then(() => life.callBack(() => then(null, bytes)));
    return undefined;
  },
  randomInt: (from: number, to?: number): number => (to === undefined ? below(from) : from + below(to - from)),
});
