// The outcomes of the runs in the articles, and what cannot be decided if a run is cut off.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { FactKind } from '../../../src/core/model/trace/fact';
import type { Severity } from '../../../src/core/model/trace/severity';
import type { Trace } from '../../../src/core/model/trace/trace';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';
import * as runs from './runs';

const factKindsOf = (trace: Trace): readonly FactKind[] => [
  ...new Set(judge(trace, parts).facts.map(({ kind }) => kind)),
];

describe('the outcome', () => {
  test.each<readonly [string, Trace, Severity, readonly FactKind[]]>([
    ['one after the other', runs.oneAfterTheOther(), 'held', []],
    ['a pause before the write', runs.pauseBeforeTheWrite(), 'lost', ['lost-update', 'overlap']],
    ['a pause, and a check of tokens', runs.pauseWithTokens(), 'overlap', ['overlap', 'rejected']],
    ['a node that forgets', runs.nodeForgets(), 'overlap', ['overlap']],
    ['a crash without expiry', runs.noExpiry(), 'stuck', ['stuck-entry', 'starved']],
    ['a release of a fixed value', runs.fixedValue(), 'overlap', ['overlap', 'deleted-another']],
    ['a slow write', runs.onlyTheNetworkWasSlow(), 'lost', ['lost-update', 'late-write']],
    ['a crash, and patience beyond the TTL', runs.crashedHolder(5000), 'held', []],
    ['a crash, and less patience than the TTL', runs.crashedHolder(1500), 'unavailable', ['starved']],
    ['a pause longer than the patience of the only client', runs.pauseThatIsNoticed(), 'held', []],
  ])('of %s', (_, trace, outcome, facts) => {
    expect(judge(trace, parts).outcome).toBe(outcome);
    expect(factKindsOf(trace)).toEqual(facts);
  });
});

describe('a run that was cut off', () => {
  const cutOff = (trace: Trace, ended: 'bound' | 'stopped'): Trace => ({
    ...trace,
    header: { ...trace.header, ended },
  });

  test.each(['bound', 'stopped'] as const)('is unknown when nothing was seen to break (%s)', (ended) => {
    expect(judge(cutOff(runs.oneAfterTheOther(), ended), parts)).toMatchObject({
      outcome: 'unknown',
      unknownBecause: ended,
    });
    expect(judge(cutOff(runs.crashedHolder(1500), ended), parts)).toMatchObject({
      outcome: 'unknown',
      unknownBecause: ended,
    });
  });

  test('keeps what it has proven', () => {
    expect(judge(cutOff(runs.pauseBeforeTheWrite(), 'bound'), parts).outcome).toBe('lost');
    expect(judge(cutOff(runs.nodeForgets(), 'bound'), parts).outcome).toBe('overlap');
    expect(judge(cutOff(runs.noExpiry(), 'bound'), parts).outcome).toBe('stuck');
  });
});

describe('a run in which something ended by itself', () => {
  test('proves nothing, whatever was seen by then', () => {
    for (const trace of [runs.oneAfterTheOther(), runs.pauseBeforeTheWrite(), runs.noExpiry()]) {
      const verdict = judge({ ...trace, header: { ...trace.header, ended: 'failed' } }, parts);
      expect(verdict).toMatchObject({ outcome: 'unknown', unknownBecause: 'failed' });
      expect(verdict.chain.map(({ rule }) => rule)).toEqual(['cutOff']);
      expect(explain(verdict, speechOf.en).headline).toBe('The run failed');
      expect(explain(verdict, speechOf.zh).headline).toBe('运行失败了');
    }
  });
});

describe('live', () => {
  const blurred = (trace: Trace, uncertainty: number): Trace => ({
    ...trace,
    header: { ...trace.header, processes: trace.header.processes.map((process) => ({ ...process, uncertainty })) },
  });
  const overlapFor = (ms: number): Trace => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { nodes: 'ABC' });
    run.grant(100, 'client2', 2, { nodes: 'CDE' });
    run.release(120 + ms, 'client1', 1);
    run.release(400, 'client2', 2);
    return run.trace();
  };

  test.each([
    [1, 'unknown'],
    [2, 'overlap'],
  ])('two inside for %i ms by clocks that are 1 ms off each is %s', (ms, outcome) => {
    expect(judge(blurred(overlapFor(ms), 1000), parts).lock).toBe(outcome);
  });

  test('says that the clocks leave it open', () => {
    expect(judge(blurred(overlapFor(1), 1000), parts).unknownBecause).toBe('uncertainty');
  });
});
