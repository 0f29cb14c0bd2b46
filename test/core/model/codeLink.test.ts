// A link with a reader's code: it opens unchanged, whatever the code says, and anything else is refused in words.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, codeBytesMax, decodeCode, encodeCode, type SharedCode } from '../../../src/core/model/links/codeLink';
import { decodeLink } from '../../../src/core/model/links/link';
import { checksum, pack } from '../../../src/core/model/links/pack';
import { parts } from '../../../src/core/run/parts';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { breakOf } from '../../../src/sandbox/own/broken/brokenLock';
import { delWithoutOwner } from '../../../src/sandbox/own/broken/delWithoutOwner';
import { withOwn } from '../../../src/sandbox/own/knownParts';
import { templates } from '../../../src/sandbox/own/templates/templates';
import { byNight } from '../../support/nightly';

const own = withOwn(parts);
const run = attackScenario({ nodes: 5, ttl: 1500, token: true });
const dragged = {
  ...run,
  storage: { id: 'own-check' },
  faults: {
    pause: {
      kind: 'pause',
      when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
      process: 'client1',
      for: 990,
    },
  },
} as const;

/** As another program might write it. */
const linkWith = (payload: unknown): string => {
  const packed = pack(payload);
  return `c=v1.${checksum(packed)}${packed}`;
};
const problemOf = (link: string): string => {
  const decoded = decodeCode(link, own);
  return decoded.ok ? 'none' : decoded.problem.en;
};

test.each(templates)('the template $id travels in a link', ({ lock, check }) => {
  const sent: SharedCode = { lock, check, guard: 'own', faults: dragged };
  expect(decodeCode(encodeCode(sent) ?? '', own)).toEqual({ ok: true, shared: sent });
});

test('any text of at most 20 kB travels, and a longer one is refused on both sides', () => {
  fc.assert(
    fc.property(
      fc.record<SharedCode>({
        lock: fc.string({ unit: 'binary' }),
        check: fc.option(fc.string({ unit: 'grapheme' })),
        guard: fc.constantFrom('none', 'version', 'own'),
        faults: fc.constantFrom<SharedCode['faults']>('calm', 'pause', run),
      }),
      (sent) => {
        expect(decodeCode(`#${encodeCode(sent)}`, own)).toEqual({ ok: true, shared: sent });
      },
    ),
    { numRuns: byNight(50, 2000) },
  );
  const longest = { lock: '锁'.repeat(codeBytesMax / 3), check: 'ab', guard: 'none', faults: 'calm' } as const;
  expect(bytesOf(longest)).toBe(codeBytesMax);
  expect(encodeCode(longest)).not.toBe(null);
  expect(encodeCode({ ...longest, check: 'abc' })).toBe(null);
  expect(problemOf(linkWith({ l: 'a'.repeat(codeBytesMax + 1) }))).toBe(
    'The code of the link is longer than a link may carry (20 kB).',
  );
});

test('a link of today opens', () => {
  const given = 'c=v1.UdYOA2Z4IBdYGOYXlSgAC9LiEgVofCnYKhhag2ITXR5sDlDWCCQLSuSg2hboP5BvE3NylWoB';
  const code = { lock: 'export const acquire = 1;', check: 'export const write = 2;', guard: 'own' } as const;
  expect(decodeCode(given, own)).toEqual({ ok: true, shared: { ...code, faults: 'calm' } });
});

test.each([
  ['cut', encodeCode({ lock: 'a', check: null, guard: 'none', faults: 'calm' })?.slice(0, -2) ?? '', /damaged/],
  ['without code', linkWith({}), /damaged/],
  ['with something more', linkWith({ l: '', x: 1 }), /damaged/],
  ['with a guard that is none', linkWith({ l: '', g: 'constructor' }), /damaged/],
  ['with code that is no text', linkWith({ l: { toString: 1 } }), /damaged/],
  ['of another version', 'c=v2.abc', /another version/],
  ['that unfolds to a megabyte', linkWith({ l: 'a'.repeat(1_000_000) }), /longer than a link may carry/],
  [
    'with a run of a lock that is not there',
    linkWith({ l: '', f: { ...run, lock: { id: 'nothing' } } }),
    /cannot be run/,
  ],
  ['with a run that is no run', linkWith({ l: '', f: { version: 2 } }), /cannot be run/],
])('a link %s is refused in words', (_, link, said) => {
  expect(problemOf(link)).toMatch(said);
});

test('where a scenario is expected, code is refused by its name and does not run', async () => {
  const link = encodeCode({ lock: templates[0]?.lock ?? '', check: null, guard: 'none', faults: 'pause' }) ?? '';
  const decoded = await decodeLink(`https://play.example/#${link}`, { parts, resolveStory: async () => undefined });
  expect(decoded).toEqual({ ok: false, problem: expect.objectContaining({ en: expect.stringMatching(/own\//) }) });
});

test('whatever is sent in place of a link is code or a sentence', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => linkWith(JSON.parse(text))),
      ),
      (text) => {
        expect(problemOf(text)).not.toBe('');
      },
    ),
    { numRuns: byNight(100, 5000) },
  );
});

test.each(['index.html', 'zh.html'])(
  'the lock in the sample post %s is the broken lock, with its smallest break',
  (file) => {
    const html = readFileSync(`public/examples/${file}`, 'utf8');
    const code = encodeCode({
      lock: delWithoutOwner.lock,
      check: null,
      guard: 'none',
      faults: breakOf(delWithoutOwner),
    });
    expect(/code="([^"]*)" editable/.exec(html)?.[1]).toBe(code);
    expect(html).toContain(`#${code}">`);
  },
);
