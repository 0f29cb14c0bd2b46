// XXH3 as Redis' DIGEST has it: the documented vectors, and both ends of each range of lengths, made with hash-wasm 4.13
// (the C library xxHash in WebAssembly).
import { expect, test } from 'vitest';
import { toBytes } from '../../../../src/core/model/values/bytes';
import { xxh3 } from '../../../../src/core/sim/redis/xxh3';

test.each([
  ['', '2d06800538d394c2'],
  ['v8', '0cc76dbb41381419'],
  ['123', '404a763b3f4c8c9a'],
  ['hello', '9555e8555c62dcfd'],
  ['Hello world', 'b6acb9d84a38ff74'],
])('DIGEST of “%s” is %s, as redis.io documents it', (text, digest) => {
  expect(xxh3(toBytes(text))).toBe(digest);
});

test.each([
  [3, '78af5f94892f3950'],
  [4, '6497a96f53a89890'],
  [8, '6f45a76842a96483'],
  [9, 'e0dde4fc174590a0'],
  [16, '857bdc5800031f01'],
  [17, '3ba1b872ecb8a8e3'],
  [32, '117630957473c057'],
  [33, 'a2e5a7211776d2f8'],
  [64, 'cfb26a45c1c7d685'],
  [65, 'be662f95eba0d74c'],
  [96, '62be70d36e25a978'],
  [97, '87e67a29238372f3'],
  [128, 'f49b8c658d996da2'],
  [129, '33f9925045366a95'],
  [240, 'e12147fc00ff9053'],
  [241, '703bd1488442d436'],
  [1024, '39f2d226becfe36b'],
  [1025, '8f4555650cd4953d'],
  [3000, 'da2f986970e9aa06'],
] as const)('of %i letters it is %s, as the C library says', (length, digest) => {
  expect(xxh3(toBytes('abcdefghij'.repeat(300).slice(0, length)))).toBe(digest);
});

test('text is hashed as the bytes that a client sends', () => {
  expect(xxh3(toBytes('é'.repeat(200)))).toBe('827df6856e9ffde7');
  const text = 'aé中😀\ud800';
  expect(Buffer.from(toBytes(text))).toEqual(Buffer.from(text));
});
