// Two judges look at the same runs: src/core/judge, and a naive one that shares no code with it. The runs are random
// worlds of every lock, check and kind of fault. They agree on who was inside together and when, on each lost write,
// on stuck and unavailable. RUNS and SEED make a longer or another search.
import { env } from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Choice, Scenario } from '../../../src/core/model/scenario/scenario';
import { kindNames, type Trace, type TraceKind } from '../../../src/core/model/trace/trace';
import { readEvent } from '../../../src/core/model/trace/traceReader';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { fromMs } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { spansOf } from '../../../src/core/spans/spans';
import { anyWorld } from '../../support/anyWorld';
import { contended } from '../../support/contendedWorld';
import { byNight } from '../../support/nightly';
import { runOf } from '../../support/runOf';
import { traceOf } from '../../support/traceOf';
import {
  deadKeepOut,
  isFinal,
  isSilent,
  lostByValue,
  type NaiveProgress,
  type NaiveWrite,
  naiveLosses,
  naiveOverlaps,
  naiveProgress,
  naiveWrites,
  type ReadRun,
  raisesToTheEnd,
  rightfulRefusals,
} from './naiveJudge';

const seed = Number(env['SEED'] ?? 32);
const runs = Number(env['RUNS'] ?? byNight(300, 20_000));

/** The fate of messages after they were sent does not matter to the naive judge, and is most of a trace. */
const unread: readonly TraceKind[] = ['arrived', 'received', 'late', 'timedOut', 'lost', 'closed', 'stalled'];
const isRead = kindNames.map((kind) => !unread.includes(kind));

function readRun(trace: Trace): ReadRun {
  const events = [];
  for (let seq = 0; seq < trace.count; seq++) if (isRead[trace.kind[seq] ?? -1]) events.push(readEvent(trace, seq));
  return { header: trace.header, strings: trace.strings, events };
}

interface Found {
  /** `client1 client2 from 12000 to 30000`. */
  readonly overlaps: readonly string[];
  /** `12 by 40`: the first events of the lost write, and of the write that destroyed it. */
  readonly lost: readonly string[];
  /** The writes that destroyed something, as the facts of a verdict name them: each once. */
  readonly destroyers: readonly number[];
}

const sortedOnce = <T>(all: readonly T[]): readonly T[] => [...new Set(all)].sort();

/** What several replicas did with one write is known by the first of these events. */
function judged(trace: Trace, { facts }: Verdict, writes: readonly NaiveWrite[]): Found {
  const firsts = new Map(
    writes.flatMap(({ copies }) => copies.map(({ seq }) => [seq, copies[0]?.seq ?? seq] as const)),
  );
  const first = (seq: number): number => firsts.get(seq) ?? -seq;
  const overlaps = facts.flatMap((fact) => {
    if (fact.kind !== 'overlap') return [];
    const from = trace.at[fact.from] ?? -1;
    return [`${fact.who.join(' ')} from ${from} to ${from + fact.values.micros}`];
  });
  const lost = spansOf(trace).resource.flatMap(({ seq, destroyed }) =>
    destroyed.map((one) => `${first(one.seq)} by ${first(seq)}`),
  );
  const losses = facts.filter(({ kind }) => kind === 'lost-update');
  for (const { from, to } of losses) expect(lost).toContain(`${first(from)} by ${first(to)}`);
  return { overlaps, lost: sortedOnce(lost), destroyers: sortedOnce(losses.map(({ to }) => first(to))) };
}

function naivelyFound(run: ReadRun, writes: readonly NaiveWrite[]): Found {
  const { processes } = run.header;
  const nameOfHold = new Map(
    run.events.flatMap((event) => (event.kind === 'acquired' ? [[event.hold, processes[event.process]?.id]] : [])),
  );
  const first = (index: number): number => writes[index]?.copies[0]?.seq ?? -1;
  const losses = naiveLosses(writes);
  return {
    overlaps: naiveOverlaps(run).map(
      (one) => `${nameOfHold.get(one.first)} ${nameOfHold.get(one.second)} from ${one.from} to ${one.to}`,
    ),
    lost: sortedOnce(losses.map(({ destroyed, by }) => `${first(destroyed)} by ${first(by)}`)),
    destroyers: sortedOnce(losses.map(({ by }) => first(by))),
  };
}

/**
 * The test compares stuck only where it is certain: what src/core/judge calls stuck must be final, and silence and
 * dead holders must be stuck. If nobody gets in ten times as long, and src/core/judge says unavailable or unknown,
 * that is no difference: servers that are down for good, a time limit shorter than any answer, a quorum that no
 * number of nodes has. Two of them could be proven: too few servers are left, none is due to come back, and no answer
 * is under way. To say stuck there changes the outcome of stories 9f, 39b and 80 and the goal of the exercise
 * `take-it-down`, and needs its own words, because no key is in the way.
 */
const isUnavailable = (run: ReadRun, progress: NaiveProgress): boolean =>
  progress.standstill > fromMs(run.header.scenario.settings.patience) ||
  raisesToTheEnd(run, progress) ||
  rightfulRefusals(run).length > 0;

/**
 * Silent, or still stuck when it runs ten times as long. A run that reaches the bound of events shows nothing: null.
 */
function staysStuck(run: ReadRun, scenario: Scenario): boolean | null {
  if (isSilent(run, naiveProgress(run))) return true;
  const duration = scenario.settings.duration * 10;
  const longer = simulate({ ...scenario, settings: { ...scenario.settings, duration } }, parts);
  return longer.header.ended === 'bound' ? null : isFinal(run, readRun(longer));
}

const seen = new Map<string, number>();
const count = (...all: readonly string[]): void => {
  for (const what of all) seen.set(what, (seen.get(what) ?? 0) + 1);
};

function bothAgree(scenario: Scenario): void {
  const trace = simulate(scenario, parts);
  const verdict = judge(trace, parts);
  const run = readRun(trace);
  const writes = naiveWrites(run);
  const naive = naivelyFound(run, writes);
  expect(judged(trace, verdict, writes)).toEqual(naive);
  const byValue = lostByValue(run, writes);
  if (byValue !== null) expect(byValue).toBe(naive.lost.length > 0);
  countsSeen(scenario, trace, naive);
  if (trace.header.ended === 'bound') return;
  expect(verdict.lock === 'overlap').toBe(naive.overlaps.length > 0);
  if (verdict.lock === 'overlap') return;
  const progress = naiveProgress(run);
  if (deadKeepOut(run, progress)) {
    count('kept out by the dead');
    expect(verdict.lock).toBe('stuck');
  }
  if (verdict.lock === 'stuck') {
    count('stuck');
    // A long run costs most: at a push, every third one is checked.
    if ((seen.get('stuck') ?? 0) % byNight(3, 1) === 0) expect(staysStuck(run, scenario)).not.toBe(false);
    return;
  }
  expect(isSilent(run, progress)).toBe(false);
  expect(verdict.lock === 'unavailable').toBe(isUnavailable(run, progress));
  count(verdict.lock);
}

function countsSeen({ lock, storage, faults }: Scenario, trace: Trace, { overlaps, lost }: Found): void {
  const injected = new Set([...spansOf(trace).faults].filter(({ from }) => from !== null).map(({ name }) => name));
  const kinds = Object.entries(faults).flatMap(([name, { kind }]) => (injected.has(name) ? [`fault ${kind}`] : []));
  count(`lock ${lock.id}`, `check ${storage.id}`, ...new Set(kinds));
  if (overlaps.length > 0) count('two inside');
  if (lost.length > 0) count('lost');
}

/** A run of the whole search meets every part. A shorter one, or one with another seed, may miss a rare part. */
function hasSeenMuch(): void {
  const missing = [
    ...[...parts.locks.keys()].map((id) => `lock ${id}`),
    ...[...parts.resources.keys()].map((id) => `check ${id}`),
    ...[...parts.faults.keys()].map((kind) => `fault ${kind}`),
  ].filter((what) => !seen.has(what));
  if (runs >= 300) expect(missing.length <= byNight(3, 0) ? [] : missing).toEqual([]);
  const often = { 'two inside': 0.05, lost: 0.03, stuck: 0.005, unavailable: 0.3, held: 0.1 };
  const rare = Object.entries(often).filter(([what, share]) => (seen.get(what) ?? 0) < share * runs);
  if (runs >= 300) expect(rare.map(([what]) => `${what}: ${seen.get(what) ?? 0} of ${runs}`)).toEqual([]);
}

describe('two judges of the same run', () => {
  test('agree on two inside, on each lost write, on stuck and unavailable, with every lock, check and kind of fault', () => {
    const worlds = fc.oneof(anyWorld, anyWorld.map(contended));
    fc.assert(fc.property(worlds, bothAgree), { numRuns: runs, seed, endOnFailure: runs > 1000 });
    hasSeenMuch();
  });

  test('agree that a lock without expiry is stuck when its holder is dead', () => {
    const locks: readonly Choice[] = [{ id: 'single-node', settings: { expiry: 'none' } }, { id: 'python-redis-lock' }];
    const at = fc.integer({ min: 100, max: 500 });
    let deadCount = 0;
    const holds = (lock: Choice, ms: number): void => {
      const crash = {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'time', at: ms },
        restartAfter: 'never',
      } as const;
      const { trace, verdict } = runOf({ lock, faults: { crash } });
      const run = readRun(trace);
      if (!deadKeepOut(run, naiveProgress(run))) return;
      deadCount++;
      expect(verdict.lock).toBe('stuck');
    };
    const numRuns = byNight(20, 1000);
    fc.assert(fc.property(fc.constantFrom(...locks), at, holds), { numRuns, seed });
    expect(deadCount).toBeGreaterThan(numRuns / 4);
  });

  test('a client whose last round has failed wants nothing more, though its process ends later', () => {
    // Nobody can write here, because the storage answers too late.
    const { trace, verdict } = runOf({
      lock: { id: 'single-node' },
      settings: { clients: 1, storageTimeout: 1, patience: 1000 },
      faults: { restart: { kind: 'restart', process: 'client1', when: { kind: 'time', at: 3000 } } },
    });
    expect(verdict.lock).toBe('held');
    expect(naiveProgress(readRun(trace)).standstill).toBeLessThan(fromMs(1000));
  });

  test('wishes of several clients, one after the other, are an outage: patience is a property of the system', () => {
    const run = traceOf({ nodeCount: 1, settings: { rounds: 1, patience: 1000 } });
    run.add(0, 'acquiring', 'client1', { hold: 0 });
    run.add(700, 'acquiring', 'client2', { hold: 1 });
    run.add(800, 'refused', 'client1', { hold: 0, reason: 1 });
    run.finished(800, 'client1', 0);
    run.add(1400, 'refused', 'client2', { hold: 1, reason: 1 });
    run.finished(1400, 'client2', 0);
    const trace = run.trace(1400);
    const { lock, facts, chain } = judge(trace, parts);
    expect(lock).toBe('unavailable');
    expect(facts).toMatchObject([
      { kind: 'starved', who: ['client1', 'client2'], values: { micros: fromMs(1400), inTurn: 1 } },
    ]);
    expect(chain.at(-1)).toMatchObject({ rule: 'waited', values: { micros: fromMs(1400), inTurn: 1 } });
    expect(naiveProgress(readRun(trace)).standstill).toBe(fromMs(1400));
  });
});
