// The file of known breaks: what is read from it, and what is written.
import { describe, expect, test } from 'vitest';
import { acceptedText, compare, parseAccepted, updatedWith } from '../../../src/cli/attack/ci/accepted';
import { namedBreaks } from '../../../src/cli/attack/ci/breakName';
import type { FoundBreak, HarmFound } from '../../../src/cli/attack/ci/found';

const named = (...harms: readonly HarmFound[]) =>
  namedBreaks(
    harms.map(
      (harm): FoundBreak => ({
        harm,
        headline: '',
        faults: [],
        details: [],
        seen: [],
        answers: [],
        line: 0,
        places: 1,
        run: null,
      }),
    ),
    '',
  );

describe('a file that is not one is refused', () => {
  const rows = [
    ['broken JSON', '{ "a": ', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    ['a list', '[]', 'must hold one object'],
    ['null', 'null', 'must hold one object'],
    ['a reason that is no text', '{ "a": 1 }', 'must hold one object'],
  ] as const;
  for (const [what, text, says] of rows)
    test(what, () => {
      const read = parseAccepted(text, 'breaks.json');
      expect(read.ok ? '' : read.problem.en).toContain(`breaks.json ${says}`);
      expect(read.ok ? '' : read.problem.zh).toContain('breaks.json');
    });
});

test('a break is accepted by its reason, not by its name alone', () => {
  const known = new Map([
    ['stuck without a fault', 'we restart it'],
    ['overlap without a fault', ' '],
    ['__proto__', 'no'],
  ]);
  const { failing, accepted, gone } = compare(named('stuck', 'overlap', 'fails'), known, { isAll: true });
  expect(failing.map(({ harm }) => harm)).toEqual(['overlap', 'fails']);
  expect(accepted).toMatchObject([{ harm: 'stuck', reason: 'we restart it' }]);
  expect(gone).toEqual(['__proto__']);
});

test('nothing is gone while a part was not searched', () => {
  expect(compare([], new Map([['a', 'b']]), { isAll: false }).gone).toEqual([]);
});

test('the file is sorted, keeps reasons and drops what no longer happens', () => {
  const known = new Map([
    ['stuck without a fault', 'we restart it'],
    ['overlap by magic', 'old'],
  ]);
  const compared = compare(named('stuck', 'lost-update'), known, { isAll: true });
  const written = acceptedText(updatedWith(known, compared));
  expect(written).toBe(`{
  "lost-update without a fault": "",
  "stuck without a fault": "we restart it"
}
`);
  const again = parseAccepted(written, 'breaks.json');
  expect(again.ok && [...again.accepted.keys()]).toEqual(['lost-update without a fault', 'stuck without a fault']);
});
