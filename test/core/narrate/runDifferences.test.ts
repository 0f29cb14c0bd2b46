// What differs between two runs, in three lines at most.
import { expect, test } from 'vitest';
import { story } from '../../../src/content/stories/argument/pauseBeforeWrite';
import { compareWords } from '../../../src/content/texts/compare';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { english } from '../../../src/core/narrate/en/words';
import { differencesOfFacts, lineMax } from '../../../src/core/narrate/runDifferences';
import { chinese } from '../../../src/core/narrate/zh/words';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';

const fixed = applyPatch(story.scenario, story.variants.find(({ id }) => id === 'fix2')?.patch ?? {});
const side = (name: string, scenario: Scenario, only: readonly string[] = []) => ({
  name,
  run: runScenario(scenario, parts),
  only,
});

test('a version check: the data, where the late write is refused, and the check itself', () => {
  const differences = differencesOfFacts(
    side('Original', story.scenario),
    side('A version check', fixed, ['version check']),
    english,
    compareWords.en.apart,
  );
  expect(differences).toMatchInlineSnapshot(`
    [
      "Original, 4.084 s: The storage accepts 43 from client 1 as version 3, based on version 1.",
      "A version check, 4.084 s: The storage rejects 43 from client 1: based on version 1, and 2 is current.",
      "Only in “A version check”: version check.",
    ]
  `);
});

test('an event too long for a line is told by its beginning, a short one as a whole', () => {
  const long = 'A fencing token that comes from counters on a quorum of the five nodes';
  const differences = differencesOfFacts(
    side('Original', story.scenario),
    side(long, fixed),
    english,
    compareWords.en.apart,
  );
  expect(differences[1]).toBe(`${long}, 4.084 s: The storage rejects 43 from client 1.`);
  for (const line of differences) expect(line.length).toBeLessThanOrEqual(long.length + 60);
});

test('the same in Chinese', () => {
  const differences = differencesOfFacts(
    side('原样', story.scenario),
    side('版本检查', fixed, ['版本检查']),
    chinese,
    compareWords.zh.apart,
  );
  expect(differences).toMatchInlineSnapshot(`
    [
      "原样，4.084 s：存储接受客户端 1 写入 43，成为版本 3，依据版本 1。客户端 2 写入的内容被覆盖。",
      "版本检查，4.084 s：存储拒绝客户端 1 写入 43：依据版本 1，而当前是版本 2。",
      "仅“版本检查”有：版本检查。",
    ]
  `);
});

test('nodes are called as their lanes are, and quotes in a name are inner ones', () => {
  const lost: Fault = { kind: 'lose', message: { from: 'nodeE', to: 'client1', leg: 'reply', nth: 1 } };
  const faults = { ...story.scenario.faults, lost };
  const differences = differencesOfFacts(
    side('pinned: Client 1 pauses, at “write”', story.scenario, ['a']),
    side('B', { ...story.scenario, faults }),
    english,
    compareWords.en.apart,
  );
  expect(differences.join(' ')).toMatch(/Redis E/);
  expect(differences.join(' ')).not.toMatch(/node/i);
  expect(differences.at(-1)).toBe('Only in “pinned: Client 1 pauses, at ‘write’”: a.');
});

test('a run and itself differ in nothing', () => {
  expect(
    differencesOfFacts(side('A', story.scenario), side('B', story.scenario), english, compareWords.en.apart),
  ).toEqual([]);
});

test('there are never more than three lines, and what one line has no room for is a number', () => {
  const many = Array.from({ length: 20 }, (_, i) => `setting ${i}`);
  const differences = differencesOfFacts(
    side('A', story.scenario, many),
    side('B', fixed, ['c']),
    english,
    compareWords.en.apart,
  );
  expect(differences).toHaveLength(3);
  expect(differences.at(-1)).toMatch(/^Only in “A”: setting 0, .*, and \d+ more\. Only in “B”: c\.$/);
  expect(differences.at(-1)?.length).toBeLessThanOrEqual(lineMax);
});
