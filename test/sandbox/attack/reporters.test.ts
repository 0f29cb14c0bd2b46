// The reports for a CI, over breaks whose names, texts and files are as hostile as somebody's code can make them.
import { describe, expect, test } from 'vitest';
import { asJson, asText } from '../../../src/cli/attack/ci/asData';
import { namedBreaks } from '../../../src/cli/attack/ci/breakName';
import { asAnnotations, asSummary, withoutCommands } from '../../../src/cli/attack/ci/github';
import { asJunit } from '../../../src/cli/attack/ci/junit';
import { asSarif } from '../../../src/cli/attack/ci/sarif';
import { bad, breakOf, hostile, many, reportedOf } from './reportedBreaks';

describe('for GitHub', () => {
  // As the runner reads: a command begins a line, and one of the older form may stand anywhere in it.
  const commands = (text: string): readonly string[] =>
    text.split(/\r\n|\r|\n/).filter((line) => /^\s*::/.test(line) || line.includes('##['));

  test('each command is one of ours, whatever stands in the code', () => {
    const all = commands(asAnnotations(bad));
    expect(all.map((line) => /^::(error|warning) (file|title)=/.exec(line)?.[1])).toEqual([
      'error',
      'error',
      'warning',
    ]);
  });

  test('a property ends where it should', () => {
    const [first = ''] = commands(asAnnotations(bad));
    expect(first).toMatch(
      /^::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ax [^,:]*,line=2,title=[^,:]*::lost by pause in acquire, at /,
    );
  });

  test('ten are shown, and how many are left', () => {
    const text = asAnnotations(reportedOf(many(12)));
    expect(commands(text)).toHaveLength(10);
    expect(text).toContain('\n2 more are in the summary.\n');
  });

  test('the summary is a table with all of them, of four cells each, and shows marks as they are', () => {
    const text = asSummary(reportedOf([breakOf(), ...many(12)]));
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    expect(rows).toHaveLength(15);
    expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([6]));
    expect(text).not.toMatch(/<b>|`/);
  });

  test('what is printed beside them gives no command', () => {
    expect(commands(withoutCommands(`In client 1: ${hostile}\n  ::add-mask::x`).replaceAll('\r', ' '))).toEqual([]);
  });
});

describe('for JUnit', () => {
  test('an accepted break is a case that passes, and the output of the suite has its reason', () => {
    const xml = asJunit(reportedOf([breakOf({ faults: [] })], {}, { 'lost without a fault': 'it <is> so' }));
    expect(xml).toMatch(/<testcase name="known: lost [^>]*\/>/);
    expect(xml).toMatch(/<system-out>.*: accepted: it &lt;is&gt; so/);
    expect(xml).toContain('tests="1" failures="0" errors="0">');
  });

  test('without a break one case passes', () => {
    expect(asJunit(reportedOf([]))).toMatch(/<testcase name="Nothing found in 12 runs[^>]*\/>/);
  });
});

test('each report says from which length on a break was accepted, and why one that became easier is new', () => {
  const needing = (least: number) => [breakOf({ needs: { from: [least], lease: 2000 } })];
  const [{ name } = { name: '' }] = reportedOf(needing(1)).failing;
  const known = { [name]: { reason: 'rare', from: [1600], lease: 2000 } };
  const [easier, passed] = [400, 1700].map((least) => reportedOf(needing(least), {}, known));
  if (easier === undefined || passed === undefined) throw new Error('reported nothing');
  for (const form of [asText, asSarif, asJunit, asAnnotations, asSummary])
    expect(form(easier)).toContain('accepted from 1.6 s of a lease of 2 s; now 400 ms suffices');
  for (const form of [asText, asSarif, asJunit, asSummary])
    expect(form(passed)).toContain('accepted from 1.6 s of a lease of 2 s on: rare');
  expect(JSON.parse(asJson(easier))).toMatchObject({
    failing: [{ needs: { from: [400] }, easier: { from: [1600], lease: 2000 } }],
  });
  expect(JSON.parse(asJson(passed))).toMatchObject({ accepted: [{ acceptedNeeds: { from: [1600] } }] });
});

describe('for SARIF', () => {
  test('each result has its rule, its place and its fingerprint by name', () => {
    const { version, runs } = JSON.parse(asSarif(bad));
    expect(version).toBe('2.1.0');
    const [{ tool, results, invocations }] = runs;
    for (const { ruleId, ruleIndex, partialFingerprints } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(partialFingerprints['breakName/v1']).toContain(ruleId);
    }
    expect(results[0].locations[0].physicalLocation.region).toEqual({ startLine: 2 });
    // GitHub wants a line.
    expect(results[1].locations[0].physicalLocation.region).toEqual({ startLine: 1 });
    const hashes = results.map((one: { readonly partialFingerprints: object }) => one.partialFingerprints);
    expect(new Set(hashes.map((one: object) => JSON.stringify(one))).size).toBe(results.length);
    expect(invocations).toMatchObject([{ executionSuccessful: false }]);
  });
});

test('JSON stays JSON, and no report has a character that a terminal obeys', () => {
  expect(JSON.parse(asJson(bad))).toMatchObject({ isWhole: false, failing: [{ line: 2 }, { line: 0 }] });
  for (const form of [asJson, asText, asSarif, asJunit, asAnnotations, asSummary])
    for (const character of ['\u0000', '\u0008', '\u001b']) expect(form(bad)).not.toContain(character);
});

describe('the name of a break', () => {
  const nameOf = (text: string, one = breakOf()): string => namedBreaks([one], text)[0]?.name ?? '';

  test('stays when lines move and spaces change', () => {
    const moved = breakOf({ faults: [{ kind: 'pause', process: 'client1', step: 'acquire', line: 5 }], line: 5 });
    expect(nameOf('a\n  await  x();')).toBe('lost by pause in acquire, at `await x();`');
    expect(nameOf('\n\n\n\n\t\tawait x();', moved)).toBe(nameOf('a\n  await  x();'));
  });

  test('is short and on one line for a line of 10 MB', () => {
    expect(nameOf(`a\n${'x;\u0000'.repeat(2_500_000)}`).length).toBeLessThan(200);
  });

  test('has no half of a character, wherever it is cut', () => {
    for (const before of ['', 'x']) expect(nameOf(`a\n${before}${'🔒'.repeat(1000)}`)).not.toMatch(/\p{Cs}/u);
  });

  test('breaks of one name are one, with the places of both', () => {
    expect(namedBreaks([breakOf(), breakOf()], '')).toMatchObject([{ places: 6 }]);
  });
});
