// The file of known breaks: what is read from it, and what is written.
import { describe, expect, test } from 'vitest';
import { type Accepted, acceptedText, compare, parseAccepted, updatedWith } from '../../../src/cli/attack/ci/accepted';
import { namedBreaks } from '../../../src/cli/attack/ci/breakName';
import type { FoundBreak, HarmFound } from '../../../src/cli/attack/ci/found';
import { breakOf } from './reportedBreaks';

const named = (...harms: readonly HarmFound[]) =>
  namedBreaks(
    harms.map(
      (harm): FoundBreak => ({
        harm,
        headline: '',
        faults: [],
        needs: null,
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

function knownFrom(file: object): Accepted {
  const read = parseAccepted(JSON.stringify(file), 'breaks.json');
  if (!read.ok) throw new Error(read.problem.en);
  return read.accepted;
}

describe('a file that is not one is refused', () => {
  const rows = [
    ['broken JSON', '{ "a": ', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    ['a list', '[]', 'must hold one object'],
    ['null', 'null', 'must hold one object'],
    ['a reason that is no text', '{ "a": 1 }', 'must hold one object'],
    ['a length without a lease', '{ "a": { "reason": "b", "from": [1] } }', 'must hold one object'],
  ] as const;
  for (const [what, text, says] of rows)
    test(what, () => {
      const read = parseAccepted(text, 'breaks.json');
      expect(read.ok ? '' : read.problem.en).toContain(`breaks.json ${says}`);
      expect(read.ok ? '' : read.problem.zh).toContain('breaks.json');
    });
});

test('a break is accepted by its reason, not by its name alone', () => {
  const known: Accepted = new Map([
    ...knownFrom({ 'stuck without a fault': 'we restart it', 'overlap without a fault': ' ' }),
    ['__proto__', { reason: 'no', needs: null }],
  ]);
  const { failing, accepted, gone } = compare(named('stuck', 'overlap', 'fails'), known, { isAll: true });
  expect(failing.map(({ harm }) => harm)).toEqual(['overlap', 'fails']);
  expect(accepted).toMatchObject([{ harm: 'stuck', reason: 'we restart it' }]);
  expect(gone).toEqual(['__proto__']);
});

test('nothing is gone while a part was not searched', () => {
  expect(compare([], knownFrom({ a: 'b' }), { isAll: false }).gone).toEqual([]);
});

test('the file is sorted, keeps reasons and drops what no longer happens', () => {
  const known = knownFrom({ 'stuck without a fault': 'we restart it', 'overlap by magic': 'old' });
  const compared = compare(named('stuck', 'lost'), known, { isAll: true });
  const written = acceptedText(updatedWith(known, compared));
  expect(written).toBe(`{
  "lost without a fault": "",
  "stuck without a fault": "we restart it"
}
`);
  const again = parseAccepted(written, 'breaks.json');
  expect(again.ok && [...again.accepted.keys()]).toEqual(['lost without a fault', 'stuck without a fault']);
});

describe('a break is accepted from a length on, relative to the lease', () => {
  const name = 'lost by pause in acquire';
  const needing = (least: number, lease = 2000) =>
    namedBreaks(
      [
        breakOf({
          faults: [{ kind: 'pause', process: 'client1', step: 'acquire', line: 0 }],
          needs: { from: [least], lease },
        }),
      ],
      '',
    );
  const known = knownFrom({ [name]: { reason: 'rare', from: [1600], lease: 2000 } });
  const rows = [
    ['what was accepted', needing(1600), true],
    ['half of it', needing(800), true],
    ['less than half', needing(799), false],
    ['less, of a lease that is as much shorter', needing(500, 700), true],
    ['the same, of a lease that is three times as long', needing(1600, 6000), false],
  ] as const;
  for (const [what, breaks, passes] of rows)
    test(what, () => expect(compare(breaks, known, { isAll: true }).accepted).toHaveLength(passes ? 1 : 0));

  test('the weakest of one name counts', () => {
    const [both] = namedBreaks([...needing(1600), ...needing(400)], '');
    expect(both?.needs).toEqual({ from: [400], lease: 2000 });
  });

  test('an update never changes a length that was accepted, and asks for a reason of what became easier', () => {
    const after = (least: number) => updatedWith(known, compare(needing(least), known, { isAll: true })).get(name);
    for (const least of [900, 1600, 1900]) expect(after(least)).toEqual(known.get(name));
    expect(after(400)).toEqual({ reason: '', needs: { from: [400], lease: 2000 } });
  });

  test('a reason alone accepts any, and an update adds the length', () => {
    const plain = knownFrom({ [name]: 'rare' });
    const compared = compare(needing(400), plain, { isAll: true });
    expect(compared.failing).toEqual([]);
    const written = JSON.parse(acceptedText(updatedWith(plain, compared)));
    expect(written).toEqual({ [name]: { reason: 'rare', from: [400], lease: 2000 } });
  });

  test('a fault without a length, or of the least one, has nothing that could become easier', () => {
    const one = knownFrom({ [name]: { reason: 'rare', from: [1], lease: 2000 } });
    expect(compare(needing(1, 9000), one, { isAll: true }).failing).toEqual([]);
  });
});
