// The lesser facts and the measures of a run, each with its near miss, on handwritten traces.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Fact, FactKind } from '../../../src/core/model/trace/fact';
import type { Trace } from '../../../src/core/model/trace/trace';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';
import * as runs from './runs';

const factsOf = (trace: Trace, kind: FactKind): readonly Fact[] =>
  judge(trace, parts).facts.filter((fact) => fact.kind === kind);
const whoOf = (trace: Trace, kind: FactKind): readonly (readonly string[])[] =>
  factsOf(trace, kind).map(({ who }) => who);

describe('lesser facts', () => {
  test('a release that deletes another’s key, by name; a key that nobody deleted is none', () => {
    expect(whoOf(runs.fixedValue(), 'deleted-another')).toEqual([['client1', 'client2']]);
    expect(whoOf(runs.pauseBeforeTheWrite(), 'deleted-another')).toEqual([]);
  });

  test.each([
    ['what a dead client left is nobody’s', 'crashed', []],
    ['unless its next life is inside by it', 'back', [['client2', 'client1']]],
    ['a paused client’s key is its own', 'paused', [['client2', 'client1']]],
  ] as const)('%s', (_, how, who) => {
    const run = traceOf({ nodeCount: 1 });
    run.grant(0, 'client1', 1, { nodes: 'A' });
    if (how === 'paused') run.add(60, 'paused', 'client1', { fault: -1 });
    else run.add(60, 'crashed', 'client1', { fault: -1, power: 0 });
    if (how === 'back') run.add(65, 'acquiring', 'client1', { hold: 3 });
    if (how === 'back') run.add(70, 'acquired', 'client1', { hold: 3, validFor: -1, token: -1 });
    run.add(80, 'acquiring', 'client2', { hold: 2 });
    run.gone(100, 'A', 0, 'client2');
    expect(whoOf(run.trace(), 'deleted-another')).toEqual(who);
  });

  test('a new expiry does not make the key another’s', () => {
    const run = traceOf({ nodeCount: 1 });
    run.grant(0, 'client1', 1, { nodes: 'A' });
    run.set(100, 'client2', 'A', 3000, 'of client1');
    run.release(200, 'client1', 1, 'A');
    expect(whoOf(run.trace(), 'deleted-another')).toEqual([]);
  });

  describe('a client changes the key of another', () => {
    const late = (change: (run: ReturnType<typeof traceOf>) => void, isReleased = false): Trace => {
      const run = traceOf({ nodeCount: 1 });
      run.grant(0, 'client1', 1, { nodes: 'A' });
      run.gone(100, 'A', 1);
      run.grant(200, 'client2', 2, { nodes: 'A' });
      if (isReleased) run.add(250, 'releasing', 'client2', { hold: 2 });
      change(run);
      return run.trace();
    };

    test('by a new expiry, and by a value of its own', () => {
      expect(
        whoOf(
          late((run) => run.set(300, 'client1', 'A', 3000, 'of client2')),
          'changed-another',
        ),
      ).toEqual([['client1', 'client2']]);
      expect(
        whoOf(
          late((run) => run.set(300, 'client1', 'A', 3000)),
          'changed-another',
        ),
      ).toEqual([['client1', 'client2']]);
    });

    test('not where that one is done, where the key is its own, or where it asks for the lock', () => {
      expect(
        whoOf(
          late((run) => run.set(300, 'client1', 'A', 3000), true),
          'changed-another',
        ),
      ).toEqual([]);
      expect(
        whoOf(
          late((run) => run.set(300, 'client2', 'A', 3000)),
          'changed-another',
        ),
      ).toEqual([]);
      const asking = late((run) => {
        run.add(290, 'acquiring', 'client1', { hold: 3 });
        run.set(300, 'client1', 'A', 3000);
      });
      expect(whoOf(asking, 'changed-another')).toEqual([]);
    });
  });

  test('a refusal of the rightful holder is told from one of an old holder', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { token: 5 });
    run.add(100, 'rejected', 'storage', { peer: 'client1', token: 5, against: 9, value: 43 });
    expect(whoOf(run.trace(), 'rightful-rejected')).toEqual([['client1']]);
    run.gone(200, 'ABC', 1);
    run.add(300, 'rejected', 'storage', { peer: 'client1', token: 5, against: 9, value: 43 });
    // Its lease was over by then: one refusal of two.
    expect(whoOf(run.trace(), 'rejected').length).toBe(2);
    expect(whoOf(run.trace(), 'rightful-rejected')).toEqual([['client1']]);
    expect(whoOf(runs.pauseWithTokens(), 'rejected')).toEqual([['client1']]);
    expect(whoOf(runs.pauseWithTokens(), 'rightful-rejected')).toEqual([]);
  });

  test.each([
    [[33, 34, 35], []],
    [[33, 33], ['token-repeated']],
    [
      [33, 34, 33],
      ['token-repeated', 'token-fell'],
    ],
    [[33, 34, 12], ['token-fell']],
    [[-1, -1], []],
  ] as const)('tokens %j: %j', (tokens, kinds) => {
    const run = traceOf();
    tokens.forEach((token, i) => {
      run.grant(i * 100, 'client1', i + 1, { token, nodes: '' });
      run.release(i * 100 + 50, 'client1', i + 1, '');
    });
    const found = judge(run.trace(), parts).facts.map(({ kind }) => kind);
    expect(found.filter((kind) => kind.startsWith('token'))).toEqual(kinds);
  });

  test('is told at the event at which it came true, and at its beginning if it lasts', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { token: 33, nodes: '' });
    run.release(1000, 'client1', 1, '');
    run.grant(3000, 'client2', 2, { token: 33, nodes: '' });
    run.release(3500, 'client2', 2, '');
    const timesOf = (trace: Trace, kind: FactKind): readonly number[] =>
      explain(judge(trace, parts), speechOf.en)
        .facts.filter((fact) => fact.kind === kind)
        .map(({ events }) => (trace.at[events[0] ?? -1] ?? -1) / 1000);
    expect(timesOf(run.trace(), 'token-repeated')).toEqual([3020]);
    expect(timesOf(runs.pauseBeforeTheWrite(), 'lost-update')).toEqual([2980]);
    expect(timesOf(runs.pauseBeforeTheWrite(), 'overlap')).toEqual([2120]);
  });

  test('a key that outlives its owner’s release is left; one that expired before, or was deleted, is not', () => {
    const keysAfter = (expires: number, deleted: string): Trace => {
      const run = traceOf();
      run.grant(0, 'client1', 1);
      if (expires < 100) run.gone(expires, 'DE', 1);
      run.release(100, 'client1', 1, deleted);
      if (expires > 100) run.gone(expires, 'DE', 1);
      return run.trace();
    };
    expect(whoOf(keysAfter(2010, 'ABC'), 'entry-left')).toEqual([
      ['client1', 'nodeD'],
      ['client1', 'nodeE'],
    ]);
    expect(whoOf(keysAfter(90, 'ABC'), 'entry-left')).toEqual([]);
    expect(whoOf(keysAfter(2010, 'ABCDE'), 'entry-left')).toEqual([]);
  });

  test('a write that arrives after its writer has left is late, accepted or not', () => {
    expect(whoOf(runs.onlyTheNetworkWasSlow(), 'late-write')).toEqual([['client1']]);
    expect(whoOf(runs.oneAfterTheOther(), 'late-write')).toEqual([]);
  });

  test('a fault that never struck, or had no target, is named', () => {
    const pause = { kind: 'pause', process: 'client1', when: { kind: 'time', at: 9e6 }, for: 10 } as const;
    const run = traceOf({
      faults: { never: pause, gone: pause },
      header: { missed: { gone: { en: 'no client 7', zh: '没有客户端 7' } } },
    });
    run.grant(0, 'client1', 1);
    expect(factsOf(run.trace(), 'fault-missed').map(({ values }) => 'name' in values && values.name)).toEqual([
      'gone',
      'never',
    ]);
    expect(factsOf(runs.pauseBeforeTheWrite(), 'fault-missed')).toEqual([]);
  });
});

describe('measures', () => {
  test('of two rounds', () => {
    expect(judge(runs.oneAfterTheOther(), parts).measures).toEqual({
      acquired: 2,
      refused: 0,
      rounds: 2,
      requestsPerAcquisition: 0,
      wokenPerRelease: null,
      freeAfterCrash: null,
      thrownAway: 0,
      overlapTime: 0,
      waitMax: 20_000,
    });
  });

  test('from the crash of a holder to the next holder', () => {
    expect(judge(runs.crashedHolder(), parts).measures.freeAfterCrash).toBe(2_020_000);
  });

  test('requests to the lock’s servers, not to the storage, not their replies', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1);
    run.add(30, 'sent', 'client1', { peer: 'nodeA', message: 0, text: 'SET', leg: 0 });
    run.add(31, 'sent', 'nodeA', { peer: 'client1', message: 1, text: 'OK', leg: 1 });
    run.add(31, 'sent', 'nodeA', { peer: 'nodeB', message: 4, text: 'PSYNC', leg: 0 });
    run.add(32, 'sent', 'client1', { peer: 'storage', message: 2, text: 'READ', leg: 0 });
    expect(judge(run.trace(), parts).measures.requestsPerAcquisition).toBe(1);
  });
});
