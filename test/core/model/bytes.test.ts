// Bytes pass through a text unchanged, and a text is sent as Node sends it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBytes, toBytes } from '../../../src/core/model/values/bytes';

test('any bytes come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(toBytes(fromBytes(bytes))).toEqual(bytes);
    }),
  );
});

test('every text has the bytes that Node gives it, and is read from them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = Buffer.from(text);
      expect(Buffer.from(toBytes(text))).toEqual(bytes);
      expect(fromBytes(bytes)).toBe(text);
    }),
  );
});

test.each([
  ['the first byte of a letter alone', [0x61, 0xc3], 'a\udcc3'],
  ['a letter spelled too long', [0xc0, 0x80], '\udcc0\udc80'],
  ['half a surrogate pair', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
  ['a letter beyond Unicode', [0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
])('%s is kept byte by byte', (_, bytes, text) => {
  expect(fromBytes(Uint8Array.from(bytes))).toBe(text);
});

test('half a surrogate pair that stands for no byte is sent as a replacement', () => {
  expect(toBytes('\ud800')).toEqual(toBytes('\ufffd'));
});
