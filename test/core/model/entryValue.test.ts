// The value of a key in a trace: it is read as it was written, and its short form is still unique.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hashText, readSequencer, sequencerText, shortTexts } from '../../../src/core/model/trace/entryValue';

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);

test('a sequencer that was written is read again', () => {
  const sequencer = fc.record({
    name,
    mode: fc.constantFrom('exclusive' as const, 'shared' as const),
    generation: fc.nat(),
  });
  fc.assert(
    fc.property(sequencer, (one) => {
      expect(readSequencer(sequencerText(one))).toEqual(one);
    }),
  );
});

test('of a hash that was written, the count of its last field is what is short', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.nat()), { minLength: 1, maxLength: 4 }), (fields) => {
      const written = hashText(fields.map(([field, count]) => [field, String(count)] as const));
      expect(shortTexts(written)).toEqual([`×${fields.at(-1)?.[1]}`]);
    }),
  );
});

describe('of a value, short is', () => {
  it.each([
    ['{client1:1 = 2}', ['×2']],
    ['{a = 1, b = 12}', ['×12']],
    ['{mode = read}', ['{mode = read}']],
    ['stock:shared:7', ['7']],
    ['stock:broken:7', ['stock:broken:7']],
    ['stock:shared:7:8', ['stock:shared:7:8']],
    ['7f3a', ['7f3a']],
    ['7f3a9c01', ['7f3a9c01', '7f3a']],
    ['session 12', ['session 12']],
    ['7f3a9c01-4d2e-9b', ['7f3a9c01', '7f3a']],
    ['a name that is too long', []],
    ['{}', ['{}']],
    ['', ['']],
  ])('%s → %j', (value, texts) => {
    expect(shortTexts(value)).toEqual(texts);
  });
});
