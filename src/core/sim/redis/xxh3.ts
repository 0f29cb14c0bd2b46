/**
 * XXH3 with 64 bits and without a seed, the hash of Redis' DIGEST. Source: xxhash.h of xxHash 0.8, whose names are
 * used here. The packages of npm that have it are native (@node-rs/xxhash), load WebAssembly asynchronously
 * (hash-wasm), or need Node's Buffer (xxh3-ts).
 */

const bits64 = (1n << 64n) - 1n;
const bits32 = (1n << 32n) - 1n;

const prime32 = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn] as const;
const prime64 = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;
const mix1 = 0x165667919e3779f9n;
const mix2 = 0x9fb21c651e98df25n;

/** XXH3_kSecret: 192 bytes. */
const secret = bytesOf(
  'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221' +
    'b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8' +
    'a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb' +
    '170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e',
);

/** @returns 16 lower-case hexadecimal digits. */
export const xxh3 = (bytes: Uint8Array): string => hashOf(viewOf(bytes), bytes.length).toString(16).padStart(16, '0');

function hashOf(input: DataView, length: number): bigint {
  if (length <= 3) return upTo3(input, length);
  if (length <= 8) return upTo8(input, length);
  if (length <= 16) return upTo16(input, length);
  if (length <= 128) return upTo128(input, length);
  return length <= 240 ? upTo240(input, length) : long(input, length);
}

function upTo3(input: DataView, length: number): bigint {
  if (length === 0) return avalanche64(key64(56) ^ key64(64));
  const [first, middle, last] = [input.getUint8(0), input.getUint8(length >> 1), input.getUint8(length - 1)];
  const combined = BigInt(((first << 16) | (middle << 24) | last | (length << 8)) >>> 0);
  return avalanche64(combined ^ (key64(0) & bits32) ^ (key64(0) >> 32n));
}

function upTo8(input: DataView, length: number): bigint {
  const first = BigInt(input.getUint32(0, true));
  const last = BigInt(input.getUint32(length - 4, true));
  let hash = (last + (first << 32n)) ^ key64(8) ^ key64(16);
  hash ^= rotated(hash, 49n) ^ rotated(hash, 24n);
  hash = times(hash, mix2);
  hash ^= (hash >> 35n) + BigInt(length);
  hash = times(hash, mix2);
  return hash ^ (hash >> 28n);
}

function upTo16(input: DataView, length: number): bigint {
  const low = input.getBigUint64(0, true) ^ key64(24) ^ key64(32);
  const high = input.getBigUint64(length - 8, true) ^ key64(40) ^ key64(48);
  return avalanche(BigInt(length) + swapped(low) + high + folded(low, high));
}

function upTo128(input: DataView, length: number): bigint {
  let sum = times(BigInt(length), prime64[0]);
  for (let pair = (length - 1) >> 5; pair >= 0; pair--)
    sum += mixed(input, 16 * pair, 32 * pair) + mixed(input, length - 16 * (pair + 1), 32 * pair + 16);
  return avalanche(sum);
}

function upTo240(input: DataView, length: number): bigint {
  let sum = times(BigInt(length), prime64[0]);
  for (let round = 0; round < 8; round++) sum += mixed(input, 16 * round, 16 * round);
  sum = avalanche(sum);
  for (let round = 8; round < length >> 4; round++) sum += mixed(input, 16 * round, 16 * (round - 8) + 3);
  return avalanche(sum + mixed(input, length - 16, 119));
}

const stripe = 64;
const stripesPerBlock = 16;

function long(input: DataView, length: number): bigint {
  const sums = [prime32[2], ...prime64.slice(0, 4), prime32[1], prime64[4], prime32[0]];
  const stripes = (length - 1) >> 6;
  for (let i = 0; i < stripes; i++) {
    const within = i % stripesPerBlock;
    accumulate(sums, input, { from: i * stripe, key: within * 8 });
    if (within === stripesPerBlock - 1) scramble(sums);
  }
  accumulate(sums, input, { from: length - stripe, key: 121 });
  let hash = times(BigInt(length), prime64[0]);
  for (let i = 0; i < 4; i++) {
    const [left = 0n, right = 0n] = sums.slice(2 * i, 2 * i + 2);
    hash += folded(left ^ key64(11 + 16 * i), right ^ key64(19 + 16 * i));
  }
  return avalanche(hash);
}

function accumulate(sums: bigint[], input: DataView, { from, key }: { from: number; key: number }): void {
  const added = sums.map((_, lane) => {
    const keyed = input.getBigUint64(from + 8 * lane, true) ^ key64(key + 8 * lane);
    return input.getBigUint64(from + 8 * (lane ^ 1), true) + (keyed & bits32) * (keyed >> 32n);
  });
  for (const [lane, sum] of sums.entries()) sums[lane] = (sum + (added[lane] ?? 0n)) & bits64;
}

function scramble(sums: bigint[]): void {
  for (const [lane, sum] of sums.entries()) sums[lane] = times(sum ^ (sum >> 47n) ^ key64(128 + 8 * lane), prime32[0]);
}

/** XXH3_mix16B. */
const mixed = (input: DataView, from: number, key: number): bigint =>
  folded(input.getBigUint64(from, true) ^ key64(key), input.getBigUint64(from + 8, true) ^ key64(key + 8));

/** XXH3_mul128_fold64. */
function folded(left: bigint, right: bigint): bigint {
  const product = left * right;
  return (product & bits64) ^ (product >> 64n);
}

/** XXH3_avalanche. */
function avalanche(sum: bigint): bigint {
  const hash = sum & bits64;
  const mixedOnce = times(hash ^ (hash >> 37n), mix1);
  return mixedOnce ^ (mixedOnce >> 32n);
}

/** XXH64_avalanche. */
function avalanche64(start: bigint): bigint {
  let hash = times(start ^ (start >> 33n), prime64[1]);
  hash = times(hash ^ (hash >> 29n), prime64[2]);
  return hash ^ (hash >> 32n);
}

const key64 = (from: number): bigint => secret.getBigUint64(from, true);
const times = (left: bigint, right: bigint): bigint => (left * right) & bits64;
const rotated = (value: bigint, by: bigint): bigint => ((value << by) & bits64) | (value >> (64n - by));

function swapped(value: bigint): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value, true);
  return view.getBigUint64(0, false);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function bytesOf(hex: string): DataView {
  return viewOf(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}
