// The last moment is where the spans of the run say, and the least change is the least that is judged to save.
import { describe, expect, test } from 'vitest';
import type { Exercise } from '../../../src/core/model/scenario/exercise';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Scenario, Setting } from '../../../src/core/model/scenario/scenario';
import { toMs } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { spansOf } from '../../../src/core/spans/spans';
import { exercises } from '../../../src/course/exercises/time';
import { judgeAttempt } from '../../../src/course/judging/exercise';
import { judgeWhole } from '../../../src/course/judging/wholeExercise';
import { isAttemptable } from '../../../src/course/kinds';
import { changesOf } from '../../../src/course/kinds/fix';
import { finished } from '../../../src/search/explore/branch';
import { bisect } from '../../../src/search/explore/edge';
import type { RemediableHarm } from '../../../src/search/late/runOutcome';
import { tooLate } from '../../../src/search/late/tooLate';
import { atNight } from '../../support/nightly';

const play = (scenario: Scenario) => runScenario(scenario, parts);

function exercise<K extends Exercise['kind']>(id: string, kind: K): Extract<Exercise, { kind: K }> {
  const one = exercises.find((each) => each.id === id);
  if (one === undefined || one.kind !== kind) throw new Error(`There is no exercise ${id} of that kind.`);
  return one as Extract<Exercise, { kind: K }>;
}

describe.each([
  ['last-moment', 'lost'],
  ['last-moment-for-the-lock', 'overlap'],
] as const)('%s', (id, harm) => {
  const asked = exercise(id, 'break');
  const whole = applyPatch(asked.scenario, { faults: { pause: { ...pauseIn(asked.solution), for: 2900 } } });

  function endingAt(ms: number) {
    const struck = spansOf(play(whole).trace).faults.find(({ name }) => name === 'pause')?.from ?? 0;
    const length = Math.floor(ms - toMs(struck));
    return judgeAttempt(asked, applyPatch(whole, { faults: { pause: { for: length } } }), play);
  }

  test('a pause that ends just before it was too late solves it, and no other end', () => {
    const since = finished(tooLate(play(whole), harm satisfies RemediableHarm, parts)).since ?? 0;
    expect(since).toBeGreaterThan(1000);
    expect(endingAt(since - 2).solved).toBe(true);
    expect(endingAt(since - 40).solved).toBe(true);
    expect(endingAt(since + 2).aims.map(({ met }) => met)).toEqual(['false', 'true']);
    const early = endingAt(since - 60);
    expect(early.aims.map(({ met }) => met)).toEqual(['true', 'false']);
    expect(early.aims[1]?.against?.title.en).toBe('the fault comes 50 ms later and it still ends well');
  });
});

const pauseIn = (solution: unknown) => (solution as { faults: { pause: Record<string, Setting> } }).faults.pause;

describe('save-it-with-the-least', () => {
  const asked = exercise('save-it-with-the-least', 'fix');
  if (!isAttemptable(asked)) throw new Error('It cannot be attempted.');
  const solved = (patch: Parameters<typeof applyPatch>[1]): boolean =>
    finished(judgeWhole(asked, applyPatch(asked.scenario, patch), parts)).solved;
  const withTtl = (ttl: number) => ({ lock: { settings: { ttl } } });

  atNight('a small window of TTLs solves it, and nothing else does alone', () => {
    const given = Number(applyPatch(asked.scenario, asked.solution).lock.settings?.['ttl']);
    expect(solved(withTtl(given))).toBe(true);
    const least = bisect((ttl) => solved(withTtl(ttl)), 1000, given);
    expect(solved(withTtl(least - 1))).toBe(false);
    const most = bisect((ttl) => !solved(withTtl(ttl)), given, 4000) - 1;
    expect(most / least).toBeLessThan(1.35);
    const fields = parts.locks.get(asked.scenario.lock.id)?.fields ?? {};
    const others = changesOf(asked, { checks: [...parts.resources.keys()], fields }).filter(
      ({ lock }) => lock.settings?.['ttl'] === asked.scenario.lock.settings?.['ttl'],
    );
    expect(others.length).toBeGreaterThan(3);
    expect(others.filter((other) => finished(judgeWhole(asked, other, parts)).solved)).toEqual([]);
  });

  test('its solution solves it under every seed that the page tries', () => {
    expect(solved(asked.solution)).toBe(true);
  });

  test('two changes are over its budget', () => {
    const both = { lock: { settings: { ttl: 1500, nodeTimeout: 100 } } };
    const { breaches } = judgeAttempt(asked, applyPatch(asked.scenario, both), play);
    expect(breaches.map(({ en }) => en)).toEqual(['2 settings were changed; the budget is 1.']);
  });
});
