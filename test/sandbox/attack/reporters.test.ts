// The reports for a CI, over breaks whose names, texts and files are as hostile as somebody's code can make them.
import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/cli/attack/ci/accepted';
import { asJson, asText } from '../../../src/cli/attack/ci/asData';
import { namedBreaks } from '../../../src/cli/attack/ci/breakName';
import type { Found, FoundBreak } from '../../../src/cli/attack/ci/found';
import { asAnnotations, asSummary, withoutCommands } from '../../../src/cli/attack/ci/github';
import { asJunit } from '../../../src/cli/attack/ci/junit';
import type { Reported } from '../../../src/cli/attack/ci/reported';
import { asSarif } from '../../../src/cli/attack/ci/sarif';

const hostile =
  'x ]]> <b> & " | `\n::error::no\r::set-output name=a::b ##[error]no %0A \u0000\u0008\u001b[31m \ud800 \uffff,:';

const source = [
  'export async function acquire({ redis, key }) {',
  `  const ok = await redis.set(key, '1'); // ${hostile.split('\n').join(' ')}`,
  '}',
].join('\n');

const breakOf = (parts: Partial<FoundBreak> = {}): FoundBreak => ({
  harm: 'lost-update',
  headline: hostile,
  faults: [{ kind: 'pause', step: 'acquire', line: 2 }],
  details: [hostile, '0.190 s  Client 1 is paused.'],
  line: 2,
  places: 3,
  run: null,
  ...parts,
});

function reportedOf(
  breaks: readonly FoundBreak[],
  parts: Partial<Found> = {},
  known: Record<string, string> = {},
): Reported {
  const accepted = new Map(Object.entries(known));
  const found: Found = {
    isWhole: true,
    runs: 12,
    space: 'Harm: any.',
    notSearched: [],
    isIdle: false,
    breaks,
    ...parts,
  };
  return {
    ...compare(namedBreaks(breaks, source), accepted, { isAll: found.isWhole }),
    found,
    file: `a,b:c%\n::error::${hostile}.ts`,
    language: 'en',
    unreasoned: new Set(accepted.keys()),
  };
}

const many = (count: number): readonly FoundBreak[] =>
  Array.from({ length: count }, (_, index) =>
    breakOf({ faults: Array(index + 1).fill({ kind: 'lose', step: 'inside', line: 0 }) }),
  );

const bad = reportedOf(
  [breakOf(), breakOf({ harm: 'fails', faults: [], line: 0 })],
  { isWhole: false, notSearched: [hostile] },
  { [hostile]: 'why' },
);

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
      /^::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ax [^,:]*,line=2,title=[^,:]*::lost-update by pause in acquire, at /,
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

/** The grammar of an XML document without namespaces, sections or entities of its own. */
const xmlPart =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<(\/?)([a-z][a-z-]*)((?: [a-z]+="(?:[^<&"\n\t]|&(?:amp|lt|gt|quot|#10);)*")*)(\/?)>|(?:(?!\]\]>)[^<&]|&(?:amp|lt|gt|quot|#10);)+/y;

/** The paths of the elements. Throws if the text is not well-formed. */
function elementsOf(xml: string): readonly string[] {
  const open: string[] = [];
  const paths: string[] = [];
  xmlPart.lastIndex = 0;
  for (let at = 0; at < xml.length; at = xmlPart.lastIndex) {
    const part = xmlPart.exec(xml);
    if (part === null) throw new Error(`Not XML: ${xml.slice(at, at + 80)}`);
    const [, closes, name, , isEmpty] = part;
    if (name === undefined) continue;
    if (closes === '/') expect(open.pop()).toBe(name);
    else {
      paths.push([...open, name].join('/'));
      if (isEmpty === '') open.push(name);
    }
  }
  expect(open).toEqual([]);
  return paths;
}

describe('for JUnit', () => {
  test('it is well-formed XML without a character that XML forbids', () => {
    const xml = asJunit(bad);
    const suite = 'testsuites/testsuite';
    expect(elementsOf(xml)).toEqual([
      'testsuites',
      suite,
      ...['failure', 'failure', 'error'].flatMap((name) => [`${suite}/testcase`, `${suite}/testcase/${name}`]),
      `${suite}/system-out`,
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}/u);
  });

  test('an accepted break is skipped, with its reason', () => {
    const xml = asJunit(reportedOf([breakOf({ faults: [] })], {}, { 'lost-update without a fault': 'it <is> so' }));
    expect(elementsOf(xml)).toContain('testsuites/testsuite/testcase/skipped');
    expect(xml).toContain('<skipped message="accepted: it &lt;is&gt; so"/>');
    expect(xml).toContain('tests="1" failures="0" errors="0" skipped="1"');
  });

  test('without a break one case passes', () => {
    expect(asJunit(reportedOf([]))).toMatch(/<testcase name="Nothing found in 12 runs[^>]*\/>/);
  });
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
    expect(results[1].locations[0].physicalLocation).not.toHaveProperty('region');
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
    const moved = breakOf({ faults: [{ kind: 'pause', step: 'acquire', line: 5 }], line: 5 });
    expect(nameOf('a\n  await  x();')).toBe('lost-update by pause in acquire, at `await x();`');
    expect(nameOf('\n\n\n\n\t\tawait x();', moved)).toBe(nameOf('a\n  await  x();'));
  });

  test('is short and on one line for a line of 10 MB', () => {
    expect(nameOf(`a\n${'x;\u0000'.repeat(2_500_000)}`).length).toBeLessThan(200);
  });

  test('breaks of one name are one, with the places of both', () => {
    expect(namedBreaks([breakOf(), breakOf()], '')).toMatchObject([{ places: 6 }]);
  });
});
