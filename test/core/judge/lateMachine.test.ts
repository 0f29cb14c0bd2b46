// What a late machine leaves undecided: each margin that decides an outcome, just too narrow and just wide enough.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Severity } from '../../../src/core/model/trace/severity';
import type { LateSpan, Trace, TraceHeader } from '../../../src/core/model/trace/trace';
import { languages } from '../../../src/core/model/values/text';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';
import * as runs from './runs';

const live = (trace: Trace, header: Partial<TraceHeader>): Trace => ({
  ...trace,
  header: { ...trace.header, origin: 'live', ended: 'quiet', ...header },
});

/** This many ms late, at an instant in ms. */
const lateAt = (at: number, ms: number): readonly LateSpan[] => [[at * 1000, (at + ms) * 1000]];

/** Client 2 gets in `ms` before client 1 gets out. */
function overlapFor(ms: number): Trace {
  const run = traceOf();
  run.grant(0, 'client1', 1, { nodes: 'ABC' });
  run.grant(200, 'client2', 2, { nodes: 'CDE' });
  run.release(220 + ms, 'client1', 1, 'AB');
  run.release(600, 'client2', 2, 'CDE');
  return run.trace(1000);
}

/** The write of client 2 is destroyed `ms` after it arrived. */
function lossAfter(ms: number): Trace {
  const run = traceOf();
  run.grant(0, 'client1', 1, { nodes: '' });
  run.read(30, 'client1');
  run.grant(100, 'client2', 2, { nodes: '' });
  run.read(130, 'client2');
  run.write(200, 'client2', { basedOn: 0, value: 42 });
  run.write(200 + ms, 'client1', { basedOn: 0, value: 42 });
  return run.trace(1000);
}

/** Client 1 works past its lease, and client 2 gets in `ms` after client 1 has left. */
function apartBy(ms: number): Trace {
  const run = traceOf();
  run.grant(0, 'client1', 1, { nodes: 'ABC', ttl: 300 });
  run.gone(310, 'ABC', 1);
  run.release(400, 'client1', 1, '');
  run.finished(430, 'client1', 1);
  run.grant(380 + ms, 'client2', 2, { nodes: 'ABC' });
  run.release(700, 'client2', 2, 'ABC');
  run.finished(730, 'client2', 1);
  return run.trace(1000);
}

describe('a margin', () => {
  test.each<readonly [string, Trace, Severity, readonly LateSpan[]]>([
    ['two were inside for longer than somebody was late', overlapFor(40), 'overlap', lateAt(100, 30)],
    ['a write was destroyed so much later', lossAfter(40), 'lost', lateAt(100, 30)],
    ['the lateness came after what decided', overlapFor(40), 'overlap', lateAt(500, 90)],
    ['somebody waited so much longer than the patience', runs.crashedHolder(1500), 'unavailable', lateAt(1000, 30)],
    ['the lease was over, and the other came so much later', apartBy(60), 'held', lateAt(350, 30)],
    ['nobody else came in', runs.pauseThatIsNoticed(), 'held', lateAt(100, 90)],
    ['each lease was given back', runs.oneAfterTheOther(), 'held', lateAt(10, 90)],
  ])('stands where %s', (_, trace, outcome, late) => {
    expect(judge(live(trace, { late, simulated: outcome }), parts).outcome).toBe(outcome);
  });

  test.each<readonly [string, Trace, Severity, readonly LateSpan[]]>([
    ['overlap', overlapFor(40), 'overlap', lateAt(100, 50)],
    ['loss', lossAfter(40), 'lost', lateAt(100, 50)],
    ['wait', runs.crashedHolder(1500), 'unavailable', lateAt(200, 1900)],
    ['lease', apartBy(60), 'held', lateAt(320, 70)],
  ])('of a %s is too narrow, and the run says what decided', (what, trace, seen, late) => {
    expect(judge(trace, parts).outcome).toBe(seen);
    const verdict = judge(live(trace, { late, simulated: seen }), parts);
    expect(verdict).toMatchObject({ outcome: 'unknown', unknownBecause: 'late' });
    expect(verdict.chain).toMatchObject([{ rule: 'lateMachine', values: { what, seen } }]);
    for (const language of languages) expect(explain(verdict, speechOf[language]).chain).toHaveLength(1);
  });

  test('is wide enough where one of several is: what is proven once is proven', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { nodes: 'ABC' });
    run.grant(100, 'client2', 2, { nodes: 'CDE' });
    run.release(130, 'client1', 1, 'AB');
    run.grant(200, 'client1', 3, { nodes: 'AB' });
    run.release(700, 'client2', 2, 'CDE');
    run.release(800, 'client1', 3, 'AB');
    expect(judge(live(run.trace(1000), { late: lateAt(60, 50), simulated: 'overlap' }), parts).outcome).toBe('overlap');
  });
});

describe('an outcome that is not the simulation’s', () => {
  /** Client 1 reaches node A `ms` before client 2. */
  function race(ms: number): Trace {
    const run = traceOf({ nodeCount: 1 });
    const ask = (at: number, client: 'client1' | 'client2', message: number): void => {
      run.add(at, 'sent', client, { peer: 'nodeA', message, text: 'SET', leg: 0 });
    };
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    run.add(0, 'acquiring', 'client2', { hold: 2 });
    ask(10, 'client1', 0);
    ask(10, 'client2', 2);
    run.add(50, 'received', 'nodeA', { peer: 'client1', message: 0, ok: 1 });
    run.set(50, 'client1', 'A', 2000);
    run.add(50 + ms, 'received', 'nodeA', { peer: 'client2', message: 2, ok: 0 });
    run.add(60 + ms, 'acquired', 'client1', { hold: 1, validFor: 1_900_000, token: -1 });
    run.release(200, 'client1', 1, 'A');
    run.finished(230, 'client1', 1);
    return run.trace(1000);
  }

  test('is left open by a race that lateness may have decided, and the simulation’s is said', () => {
    const verdict = judge(live(race(5), { late: lateAt(0, 8), simulated: 'unavailable' }), parts);
    expect(verdict).toMatchObject({ outcome: 'unknown', unknownBecause: 'late' });
    expect(verdict.chain.map(({ rule }) => rule)).toEqual(['lateMachine', 'simulatedOtherwise']);
    expect(verdict.chain[0]?.values).toMatchObject({ what: 'race', seen: 'held', first: 'client1', second: 'client2' });
    expect(explain(verdict, speechOf.en).chain.map(({ text }) => text)).toEqual([
      'Client 1 reached a server 5 ms before client 2, and meanwhile the machine was late by 8 ms.',
      'The simulation, which is never late, ends as “Nobody got through for a while”.',
    ]);
    expect(explain(verdict, speechOf.en).sentence).toBe(
      'The result was “The lock worked”, but the machine was too busy: one step came 8 ms late, and the result hung on 5 ms.',
    );
  });

  test('is believed where nobody was late by so much', () => {
    expect(judge(live(race(12), { late: lateAt(0, 8), simulated: 'unavailable' }), parts).outcome).toBe('held');
    expect(judge(live(race(5), { simulated: 'unavailable' }), parts).outcome).toBe('held');
    expect(judge(live(race(5), { late: lateAt(0, 8), simulated: 'held' }), parts).outcome).toBe('held');
    expect(judge(live(race(5), { late: lateAt(0, 8) }), parts).outcome).toBe('held');
  });

  test('is left open by an answer that came when its time was over', () => {
    const run = traceOf({ nodeCount: 1 });
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    run.add(0, 'sent', 'client1', { peer: 'nodeA', message: 0, text: 'SET', leg: 0 });
    run.add(5, 'arrived', 'nodeA', { peer: 'client1', message: 0 });
    run.add(50, 'timedOut', 'client1', { peer: 'nodeA', message: 0 });
    run.add(52, 'received', 'nodeA', { peer: 'client1', message: 0, ok: 1 });
    run.add(52, 'sent', 'nodeA', { peer: 'client1', message: 1, text: 'OK', leg: 1 });
    run.add(60, 'arrived', 'client1', { peer: 'nodeA', message: 1 });
    run.add(61, 'late', 'client1', { peer: 'nodeA', message: 1 });
    const given = (ms: number) => judge(live(run.trace(1000), { late: lateAt(10, ms), simulated: 'overlap' }), parts);
    expect(given(11).chain[0]?.values).toMatchObject({ what: 'timeout', first: 'client1', second: 'nodeA' });
    expect(given(9).unknownBecause).toBeUndefined();
  });

  test('is left open by a fault that struck by the clock, and by nothing but much lateness', () => {
    const when = { kind: 'time', at: 100 } as const;
    const run = traceOf({ faults: { stop: { kind: 'pause', process: 'client1', when, for: 50 } } });
    run.add(80, 'step', 'client1', { text: 'work', task: 0 });
    run.add(100, 'faultStruck', 'client1', { fault: 0 });
    run.add(100, 'paused', 'client1', { fault: 0 });
    run.add(150, 'resumed', 'client1');
    const simulated = 'overlap';
    const judged = judge(live(run.trace(1000), { late: lateAt(10, 21), simulated }), parts);
    expect(judged.chain[0]?.values).toMatchObject({ what: 'fault', first: 'client1' });
    const much = judge(live(run.trace(1000), { late: lateAt(500, 16), simulated }), parts);
    expect(much.chain[0]?.values).toMatchObject({ what: 'simulated' });
    for (const language of languages)
      for (const verdict of [judged, much]) expect(explain(verdict, speechOf[language]).sentence).toMatch(/16|21/);
    expect(judge(live(run.trace(1000), { late: lateAt(500, 14), simulated }), parts).outcome).toBe('held');
  });
});
