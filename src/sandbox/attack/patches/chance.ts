/** Node's randomness: the code of a client draws by the seed of the run. */
import { fraction, random } from '../../realm/guest/chance';
import { current } from '../../realm/guest/guestIncarnation';
import { builtin, forClients, replaceIn, set } from './replace';

const wordCount = 2 ** 32;

export function patchChance(): void {
  set(Math, 'random', forClients(Math.random, fraction));
  const crypto = builtin('node:crypto') as typeof import('node:crypto');
  replaceIn(crypto, {
    randomBytes: (count: number, then?: Then<Buffer>) => reported(fill(Buffer.alloc(count)), then),
    randomFillSync: fill,
    randomFill: <Bytes extends ArrayBufferView>(bytes: Bytes, ...rest: unknown[]) =>
      reported(fill(bytes), rest.at(-1) as Then<Bytes>),
    randomInt: (from: number, to?: number | Then<number>, then?: Then<number>) =>
      typeof to === 'number' ? reported(from + random.below(to - from), then) : reported(random.below(from), to),
    randomUUID: uuid,
  });
  // The methods of the global `crypto` are in its prototype.
  const web = globalThis.crypto;
  set(web, 'randomUUID', forClients(web.randomUUID.bind(web), uuid));
  set(web, 'getRandomValues', forClients(web.getRandomValues.bind(web), fill));
}

type Then<T> = (error: null, value: T) => void;

/** Returns what was drawn, or passes it to the callback if there is one. */
function reported<T>(drawn: T, then: Then<T> | undefined): T | undefined {
  if (then === undefined) return drawn;
  const life = current();
  process.nextTick(() => life.callBack(() => then(null, drawn)));
  return undefined;
}

/** Each draw gives four bytes. */
function fill<Bytes extends ArrayBufferView>(view: Bytes): Bytes {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let i = 0; i < bytes.length; i += 4) {
    const word = random.below(wordCount);
    for (let offset = 0; offset < 4 && i + offset < bytes.length; offset++)
      bytes[i + offset] = (word >>> (8 * offset)) & 255;
  }
  return view;
}

function uuid(): string {
  const bytes = fill(Buffer.alloc(16));
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
  const text = bytes.toString('hex');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
