// JSON of a stranger is read as JSON.parse reads it, or refused when its value would lose something.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fileText } from '../../../src/core/model/scenario/parse/fileText';
import { parseJson } from '../../../src/core/model/scenario/parse/parseJson';

const problemOf = (text: string): string => {
  const read = parseJson(text);
  return read.ok ? 'read' : read.problem.en;
};

describe('JSON', () => {
  it('is read as JSON.parse reads it, with any spaces in it', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space);
        expect(parseJson(spaced)).toEqual({ ok: true, value: JSON.parse(spaced) });
      }),
    );
  });

  it('may not have a field twice, at any depth, however its name is written', () => {
    const name = fc.string({ minLength: 1, maxLength: 5 }).filter((text) => text !== '__proto__');
    const nested = fc.array(fc.constantFrom('list', 'object'), { maxLength: 6 });
    fc.assert(
      fc.property(name, fc.json(), fc.json(), nested, (field, one, other, around) => {
        const escaped = `"${[...field].map((sign) => hex(sign)).join('')}"`;
        const text = around.reduce(
          (inner, kind) => (kind === 'list' ? `[1, ${inner}]` : `{"a": [], "b": ${inner}}`),
          `{${JSON.stringify(field)}: ${one}, ${escaped}: ${other}}`,
        );
        expect(problemOf(text)).toMatch(/^Line 1, column \d+: the field ".*" is there twice\./s);
      }),
    );
  });

  test.each([
    ['{"a": {"b": 1}, "b": {"a": 1}}', 'read'],
    ['[{"a": 1}, {"a": 1}]', 'read'],
    ['["a", "a"]', 'read'],
    ['{"a": "a", "b": ["a", "b"]}', 'read'],
    ['{"a": [{}, "b"], "b": 1}', 'read'],
    ['{"": 1,\n "": 1}', 'Line 2, column 2: the field "" is there twice. Only one of them can count.'],
    [
      '{"__proto__": 1, "__proto__": 2}',
      'Line 1, column 18: the field "__proto__" is there twice. Only one of them can count.',
    ],
    ['{"a\\n": 1, "a\\n": 2}', 'Line 1, column 12: the field "a\\n" is there twice. Only one of them can count.'],
    ['[1,\r\n -1e999]', 'Line 2, column 2: -1e999 is too large for a number.'],
    ['[1e308, "1e999", 1e-999]', 'read'],
    [`[${'9'.repeat(400)}]`, `Line 1, column 2: ${'9'.repeat(60)}… is too large for a number.`],
  ])('%.40s is told: %s', (text, message) => {
    expect(problemOf(text)).toBe(message);
  });

  it('may be as deep and as long as it likes', () => {
    expect(problemOf(`${'['.repeat(100_000)}1e999${']'.repeat(100_000)}`)).toMatch(/^Line 1, column 100001: 1e999/);
    expect(problemOf(`{"a": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}, "a": 1}`)).toContain(
      '"a" is there twice',
    );
    expect(problemOf(`["${'\\n'.repeat(5_000_000)}"]`)).toBe('read');
    expect(problemOf(`{"${'x'.repeat(10_000_000)}": 1, "b": 1, "b": 2}`)).toContain('"b" is there twice');
  });
});

const hex = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

describe('the bytes of a file', () => {
  const utf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const problemOf = (bytes: Uint8Array): string => {
    const read = fileText(bytes, utf8);
    return read.ok ? read.text : read.problem.en;
  };
  const json = '{"a": "锁"}';
  const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

  test.each([
    ['UTF-8', Buffer.from(json), json],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${json}`), json],
    ['nothing', Buffer.alloc(0), ''],
    ['one byte', Buffer.from('1'), '1'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${json}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from(json, 'utf16le'), 'UTF-16'],
    ['UTF-16, high byte first', swapped(`\uFEFF${json}`), 'UTF-16'],
    ['UTF-16, high byte first, without a mark', swapped(json), 'UTF-16'],
    ['UTF-32 with a mark', Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), 'UTF-32'],
    ['UTF-32, high byte first', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b]), 'UTF-32'],
    ['GB 18030', Buffer.from([0x7b, 0x22, 0xcb, 0xf8, 0x22, 0x7d]), 'no text in UTF-8'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), 'no text in UTF-8'],
    ['half a sign', Buffer.from(json).subarray(0, 8), 'no text in UTF-8'],
  ])('%s', (_, bytes, expected) => {
    expect(problemOf(bytes)).toContain(expected);
  });
});
