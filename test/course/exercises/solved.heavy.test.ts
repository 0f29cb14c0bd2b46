// Solved means solved: what the workshop accepts holds under other seeds and at every place of the exercise's space.
import { describe, expect, test } from 'vitest';
import { injectionRules } from '../../../src/core/faults';
import { strengthOf } from '../../../src/core/faults/strength';
import { goalResult } from '../../../src/core/judge/goal';
import type { BreakExercise, ChooseExercise, FixExercise } from '../../../src/core/model/scenario/exercise';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { valueIn, withValue } from '../../../src/core/model/scenario/faultKind';
import { leaseOf } from '../../../src/core/model/scenario/lease';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Patch, Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runnerWith, runScenario } from '../../../src/core/run/runScenario';
import { chapters } from '../../../src/course/exercises';
import { judgeAttempt } from '../../../src/course/judging/exercise';
import { seedsFrom, solvedFor } from '../../../src/course/judging/solvedFor';
import { judgeWhole } from '../../../src/course/judging/wholeExercise';
import { limitsOf } from '../../../src/course/kinds';
import { addedFaults } from '../../../src/course/kinds/kind';
import { finished, withMore } from '../../../src/search/explore/branch';
import { kindsOf, smallestBreaks } from '../../../src/search/explore/smallestBreaks';
import { byNight, isNightly, sampled } from '../../support/nightly';
import { acceptedAlong, axesOf, choicesOf } from './answers';
import { crashed, everyInjection, pausedFor } from './everyInjection';

type Built = FixExercise | ChooseExercise;

const built = (await Promise.all(chapters.map(({ load }) => load())))
  .flat()
  .filter((exercise): exercise is Built => exercise.kind === 'fix' || exercise.kind === 'choose');
const named = built.map((exercise) => [exercise.id, exercise] as const);

/** Searches for which only the night has time. */
const long = 60 * 60_000;

const exerciseOf = (id: string): Built => {
  const found = built.find((exercise) => exercise.id === id);
  if (found === undefined) throw new Error(`No exercise "${id}".`);
  return found;
};
const solutionOf = ({ scenario, solution }: Built): Scenario => applyPatch(scenario, solution);
const solvedUnder = (exercise: Built, answer: Scenario, seeds: readonly number[]) =>
  finished(solvedFor(exercise, { answer, seeds }, parts));
const isSolved = (exercise: Built, answer: Scenario): boolean => finished(judgeWhole(exercise, answer, parts)).solved;

describe.each(named)('%s', (id, exercise) => {
  const { scenario, attacks, aims } = exercise;

  test('its solution holds at every place', () => {
    expect(exercise.seeds).toBe(20);
    const seeds = seedsFrom(scenario.seed, byNight(1, 20));
    const { miss, injectionPoints } = solvedUnder(exercise, solutionOf(exercise), seeds);
    expect(miss).toBeNull();
    if (!isNightly) expect(injectionPoints).toBe(injectionPointsOf[id]);
  });

  test('its solution withstands chance under seeds that the page never tries', () => {
    for (let seed = 1000; seed < byNight(1001, 1400); seed++) {
      const answer = { ...solutionOf(exercise), seed };
      const runs = [
        ['calm', answer],
        ...attacks.map(({ patch }) => ['attacks', applyPatch(answer, patch)] as const),
      ] as const;
      for (const [where, run] of runs) {
        const { verdict } = runScenario(run, parts);
        for (const { goal } of aims.filter((aim) => aim.in === where))
          expect([seed, goalResult(goal, verdict)]).toEqual([seed, 'true']);
      }
    }
  });

  test('a slow search finds no place, either, at which an accepted answer fails', { timeout: long }, () => {
    const faults = slowFaults[id];
    if (faults === undefined || !sampled(Object.keys(slowFaults), 3).includes(id)) return;
    const seeds = seedsFrom(scenario.seed, byNight(1, 20));
    for (const answer of isNightly ? acceptedAtEdges(exercise) : [solutionOf(exercise)]) {
      const { count, misses } = everyInjection(exercise, answer, { seeds, faults: faults(answer) });
      expect(count).toBeGreaterThan(0);
      expect([answer.lock, misses]).toEqual([answer.lock, []]);
    }
  });
});

/** Every choice, or along every setting the values next to a refused one. The page decides what is accepted. */
const acceptedAtEdges = (exercise: Built): readonly Scenario[] =>
  exercise.kind === 'choose'
    ? choicesOf(exercise).filter((answer) => isSolved(exercise, answer))
    : [exercise.scenario, solutionOf(exercise)].flatMap((from) =>
        axesOf(exercise).flatMap((axis) => acceptedAlong(axis, from, (answer) => isSolved(exercise, answer))),
      );

const leaseOfAnswer = ({ lock }: Scenario): number =>
  leaseOf(parts.locks.get(lock.id)?.fields ?? {}, lock.settings) ?? 1000;
const crashes = (answer: Scenario) => [crashed('never'), crashed(Math.floor(0.9 * leaseOfAnswer(answer)))];

/** The fault in the slow search. Absent: the space has no client faults. */
const slowFaults: Readonly<Record<string, (answer: Scenario) => readonly ReturnType<typeof crashed>[]>> = {
  'left-behind': crashes,
  'the-nightly-mail': crashes,
  'longer-than-thought': (answer) => [...crashes(answer), pausedFor(300)],
  'give-it-a-number': (answer) => [pausedFor(Math.floor(0.9 * leaseOfAnswer(answer))), pausedFor(2500)],
  'the-account': () => [pausedFor(1350), pausedFor(1500), pausedFor(1600)],
  'a-session-long-enough': (answer) => [...crashes(answer), pausedFor(1500)],
  'one-database': (answer) => [...crashes(answer), pausedFor(3000)],
  'once-and-only-once': crashes,
};

/** Injected under the seed of the exercise, with its solution. */
const injectionPointsOf: Readonly<Record<string, number>> = {
  'left-behind': 84,
  'a-better-memory': 70,
  'the-nightly-mail': 84,
  // Only randomness attacks it.
  'nobody-wins': 0,
  'longer-than-thought': 221,
  'give-it-a-number': 168,
  'the-account': 195,
  'a-session-long-enough': 215,
  'one-database': 213,
  // The clocks and the length of the job attack it, and these are not faults.
  'six-o-clock': 0,
  'once-and-only-once': 86,
  'save-it-with-the-least': 167,
  'who-renews': 282,
};

const lock = (settings: Readonly<Record<string, unknown>>) => ({ lock: { settings } }) as Patch;

describe('silly answers are refused', () => {
  const rows: readonly (readonly [string, string, Patch])[] = [
    ['left-behind', 'a lock for ten minutes', lock({ expiry: 'px', ttl: 600_000 })],
    ['left-behind', 'a lock that lives as long as the work', lock({ expiry: 'px', ttl: 550 })],
    ['left-behind', 'the same, and DEL', lock({ expiry: 'px', ttl: 550, release: 'del', value: 'fixed' })],
    ['left-behind', 'a client that asks once a minute', lock({ expiry: 'px', ttl: 1500, retryDelay: 60_000 })],
    ['left-behind', 'a client that asks whenever chance wants', lock({ expiry: 'px', ttl: 1500, retryJitter: 5000 })],
    ['left-behind', 'more attempts', lock({ tries: 100 })],
    ['who-renews', 'a lease for half an hour', lock({ ttl: 1_800_000 })],
    ['who-renews', 'a lease that lives as long as the answer', lock({ ttl: 421_000 })],
    ['who-renews', 'nobody', lock({ renewedBy: 'nobody' })],
    ['who-renews', 'an hour of silence', lock({ renewedBy: 'harness-while-alive', silenceMax: 3_600_000 })],
    ['a-better-memory', 'replicas', { settings: { nodes: { replicas: 3, replicaLag: 0 } } }],
    ['a-better-memory', 'a flush now and then', { settings: { nodes: { persistence: 'everysec', replicas: 3 } } }],
    ['a-better-memory', 'a lock for ten minutes', lock({ ttl: 600_000 })],
    ['a-better-memory', 'a lock that is over at once', lock({ ttl: 1 })],
    ['a-better-memory', 'a lock that is over before the other asks', lock({ ttl: 700 })],
    ['nobody-wins', 'patience without chance', lock({ releaseBetweenTries: true, retryDelay: 2000 })],
    ['nobody-wins', 'much patience', lock({ retryDelay: 60_000 })],
    ['nobody-wins', 'one attempt each', lock({ tries: 1, retryJitter: 500 })],
    ['nobody-wins', 'a minute of chance', lock({ releaseBetweenTries: true, retryJitter: 60_000 })],
    ['nobody-wins', 'chance, and nobody lets go', lock({ tries: 100, retryDelay: 1000, retryJitter: 1000 })],
    ['nobody-wins', 'chance that helps under one seed alone', lock({ retryJitter: 800 })],
    ['longer-than-thought', 'a tenth of a second', lock({ ttl: 100 })],
    ['longer-than-thought', 'the same, extended', lock({ ttl: 100, extensions: 100 })],
    [
      'longer-than-thought',
      'the same, and the others ask rarely',
      lock({ ttl: 100, extensions: 10_000, retryDelay: 1500 }),
    ],
    ['longer-than-thought', 'half a second, extended', lock({ ttl: 500, extensions: 10_000 })],
    ['longer-than-thought', 'too few extensions', lock({ extensions: 3 })],
    ['longer-than-thought', 'the worst day as TTL', lock({ ttl: 2600 })],
    ['longer-than-thought', 'nobody asks', lock({ retryDelay: 60_000 })],
    ['a-session-long-enough', 'the length of the pause', lock({ sessionTimeout: 1500 })],
    ['a-session-long-enough', 'a little more, but no heartbeat to spare', lock({ sessionTimeout: 2000 })],
    ['a-session-long-enough', 'a minute', lock({ sessionTimeout: 60_000 })],
    ['six-o-clock', 'a lock that may last for long', lock({ lockAtMostFor: 600_000 })],
    ['six-o-clock', 'a lock that is kept too long', lock({ lockAtMostFor: 60_000, lockAtLeastFor: 30_000 })],
    ['six-o-clock', 'one that a slow job outlasts', lock({ lockAtLeastFor: 4000 })],
    ['give-it-a-number', 'mail, which is sent twice', { storage: { id: 'mail' } }],
    ['give-it-a-number', 'a copy that lags', { storage: { id: 'lagging-replica' } }],
    ['give-it-a-number', 'a check with a gap', { storage: { id: 'unique-token', settings: { check: 'two-step' } } }],
    [
      'give-it-a-number',
      'a token that is read, then set',
      { storage: { id: 'unique-token', settings: { order: 'read-then-set' } } },
    ],
    ['give-it-a-number', 'marks by chance', { storage: { id: 'replicas', settings: { marks: 'random' } } }],
  ];
  test.each(sampled(rows, 3))('%s: %s', (id, _, patch) => {
    const exercise = exerciseOf(id);
    expect(isSolved(exercise, applyPatch(exercise.scenario, patch))).toBe(false);
  });

  test.each(built.filter(({ kind }) => kind === 'choose').map(({ id }) => id))('%s: the rest of the choices', (id) => {
    const exercise = exerciseOf(id) as ChooseExercise;
    const quick = (answer: Scenario) => judgeAttempt(exercise, answer, runnerWith(parts)).solved;
    const refused = choicesOf(exercise).filter((answer) => !quick(answer));
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused.filter(({ storage }) => storage.id === 'version').length).toBeLessThan(refused.length);
  });
});

const breaking = (await Promise.all(chapters.map(({ load }) => load())))
  .flat()
  // Of those that ask for the last moment no break is small.
  .filter((exercise): exercise is BreakExercise => exercise.kind === 'break' && exercise.later === undefined);
/** Takes three crashes: every place is tried with two, and the reader's answer is weakened. */
const ofThree = 'take-it-down';

describe.each(breaking.map((exercise) => [exercise.id, exercise] as const))(
  'the smallest break of %s',
  (id, exercise) => {
    const { scenario, solution, budget } = exercise;
    const known = Object.values(addedFaults(scenario, applyPatch(scenario, solution)));
    const plays = (faults: readonly Fault[]) =>
      judgeAttempt(exercise, withMore(scenario, faults), runnerWith(parts)).solved;

    test('solves it within the rules, and a little less does not', () => {
      if (!sampled(breaking, 3).includes(exercise)) return;
      // By day not every pair of crashes is tried.
      const runsMax = id === ofThree ? byNight(300, 6000) : 6000;
      const found = finished(
        smallestBreaks(exercise, parts, { limits: limitsOf(exercise), runsMax, solutionFaults: known }),
      );
      expect(found.isWhole).toBe(id !== ofThree || isNightly);
      if (found.isWhole) expect(found.levels).toBe(Math.max(1, known.length - 1));
      expect(found.breaks.length).toBeGreaterThan(0);
      for (const faults of found.breaks) {
        expect(faults.length).toBeLessThanOrEqual(Math.min(budget.faults, known.length));
        expect([faults, plays(faults)]).toEqual([faults, true]);
        const [fault] = faults;
        const [strength] = fault === undefined ? [] : injectionRules[fault.kind].strengths;
        if (fault === undefined || strength === undefined || faults.length > 1) continue;
        const least = Number(valueIn(fault, strength.field));
        if (Math.abs(least) > 1)
          expect(plays([withValue(fault, strength.field, least - Math.sign(least))])).toBe(false);
      }
      const [smallest = []] = found.breaks.filter((faults) => kindsOf(faults) === kindsOf(known));
      expect(strengthOf(smallest[0] ?? nothing)).toBeLessThanOrEqual(strengthOf(known[0] ?? nothing));
    });

    test('is found without an answer of somebody', () => {
      if (id === ofThree || !sampled(breaking, 3).includes(exercise)) return;
      expect(
        finished(smallestBreaks(exercise, parts, { limits: limitsOf(exercise), runsMax: 20_000 })).breaks.length,
      ).toBeGreaterThan(0);
    });
  },
);

const nothing: Fault = { kind: 'restart', process: 'nodeA', when: { kind: 'time', at: 0 } };

/** A fix that meets every goal in the run and under the listed attacks, and still fails somewhere. */
const partialFixes: readonly (readonly [string, Patch])[] = [
  ['left-behind', lock({ expiry: 'px', ttl: 2851 })],
  ['nobody-wins', lock({ retryJitter: 800 })],
  ['longer-than-thought', lock({ ttl: 500, extensions: 10_000 })],
  ['give-it-a-number', { storage: { id: 'unique-token', settings: { check: 'two-step' } } }],
  ['a-session-long-enough', lock({ sessionTimeout: 2000 })],
  ['save-it-with-the-least', lock({ ttl: 1700 })],
];

/** The page does not say that it is solved, and the run shown instead really misses the goal that it names. */
function expectRefused(exercise: Built, answer: Scenario): void {
  const judged = finished(judgeWhole(exercise, answer, parts));
  expect(judged.aims.map(({ met }) => met)).toEqual(judged.aims.map(() => 'true'));
  const { miss } = judged.further ?? {};
  expect([answer.lock, judged.solved, miss == null]).toEqual([answer.lock, false, false]);
  if (miss == null) return;
  const { verdict } = runScenario(applyPatch(answer, miss.against.patch), parts);
  expect(goalResult(miss.aim.goal, verdict)).not.toBe('true');
  expect(miss.measured.met).toBe(goalResult(miss.aim.goal, verdict));
}

test.each(partialFixes)('a partial fix of %s is not solved, and names a run where it fails', (id, patch) => {
  const exercise = exerciseOf(id);
  expectRefused(exercise, applyPatch(exercise.scenario, patch));
});

test.skipIf(!isNightly).each(named.flatMap(([id, one]) => (one.kind === 'fix' ? [[id, one] as const] : [])))(
  'whatever meets the goals of %s and is not accepted names a run where it fails',
  { timeout: long },
  (id, exercise) => {
    const meetsGoals = (answer: Scenario) => judgeAttempt(exercise, answer, runnerWith(parts)).solved;
    const answers = axesOf(exercise).flatMap((axis) => acceptedAlong(axis, solutionOf(exercise), meetsGoals));
    const refused = answers.filter((answer) => !isSolved(exercise, answer));
    for (const answer of refused) expectRefused(exercise, answer);
    if (refused.length > 0) expect(partialFixes.map(([known]) => known)).toContain(id);
  },
);

test('the smallest run where a partial fix fails needs as strong a fault as any other', () => {
  const exercise = exerciseOf('longer-than-thought');
  const answer = applyPatch(exercise.scenario, lock({ ttl: 500, extensions: 10_000 }));
  const judged = finished(judgeWhole(exercise, answer, parts));
  const { miss, seeds } = judged.further ?? {};
  expect(seeds).toBe(20);
  // Any other failure under this seed needs an equally strong fault.
  const length = miss?.against.fault?.kind === 'pause' ? miss.against.fault.for : 0;
  const seed = miss?.against.seed ?? answer.seed;
  const slow = everyInjection(exercise, { ...answer, seed }, { seeds: [seed], faults: [pausedFor(length - 1)] });
  expect(slow.misses.filter((one) => !one.includes('crash'))).toEqual([]);
});

test('a run that misses a goal is made small, and the slow search finds it, too', () => {
  const exercise = exerciseOf('longer-than-thought');
  const answer = applyPatch(exercise.scenario, lock({ ttl: 500, extensions: 10_000 }));
  const { miss } = solvedUnder(exercise, answer, [answer.seed]);
  expect(miss?.fault).toMatchObject({ kind: 'pause', process: 'client1' });
  const length = miss?.fault?.kind === 'pause' ? miss.fault.for : 0;
  expect(length).toBeLessThan(300);
  const slow = (ms: number) =>
    everyInjection(exercise, answer, { seeds: [answer.seed], faults: [pausedFor(ms)] }).misses;
  const place = JSON.stringify(miss?.fault);
  expect(slow(length).some((one) => one.includes(place))).toBe(true);
  expect(slow(length - 1).some((one) => one.includes(place.replace(`"for":${length}`, `"for":${length - 1}`)))).toBe(
    false,
  );
});
