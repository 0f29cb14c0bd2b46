// Each monitor separately: what it finds, and the near miss in which it finds nothing.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Fact, FactKind } from '../../../src/core/model/trace/fact';
import type { Trace } from '../../../src/core/model/trace/trace';
import { parts } from '../../../src/core/run/parts';
import { spansOf } from '../../../src/core/spans/spans';
import { type HandWritten, traceOf } from '../../support/traceOf';
import * as runs from './runs';

const factsOf = (trace: Trace, kind: FactKind): readonly Fact[] =>
  judge(trace, parts).facts.filter((fact) => fact.kind === kind);
const whoOf = (trace: Trace, kind: FactKind): readonly (readonly string[])[] =>
  factsOf(trace, kind).map(({ who }) => who);

describe('two inside', () => {
  const withEnd = (end: (run: HandWritten) => void): Trace => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { nodes: 'ABC' });
    end(run);
    run.grant(200, 'client2', 2, { nodes: 'CDE' });
    run.release(300, 'client1', 1, 'AB');
    run.release(400, 'client2', 2, 'CDE');
    return run.trace();
  };

  test.each<readonly [string, (run: HandWritten) => void, number]>([
    ['when nothing ended the first', () => {}, 80_000],
    ['when the first is paused', (run) => void run.add(150, 'paused', 'client1', { fault: -1 }), 80_000],
    ['not after its release was called', (run) => void run.add(150, 'releasing', 'client1', { hold: 1 }), 0],
    [
      'when it is told that its lock is lost',
      (run) => void run.add(150, 'lockLost', 'client1', { hold: 1, reason: 8 }),
      80_000,
    ],
    ['not after it has stopped', (run) => void run.add(150, 'stopped', 'client1', { hold: 1, reason: 8 }), 0],
    ['not after its crash', (run) => void run.add(150, 'crashed', 'client1', { fault: -1, power: 0 }), 0],
  ])('%s', (_, end, micros) => {
    const verdict = judge(withEnd(end), parts);
    expect(verdict.measures.overlapTime).toBe(micros);
    expect(verdict.outcome).toBe(micros > 0 ? 'overlap' : 'held');
  });

  test('not by one client that is inside twice', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { nodes: '' });
    run.grant(100, 'client1', 2, { nodes: '' });
    expect(judge(run.trace(500), parts).outcome).toBe('held');
  });

  test('not at the instant at which one goes and the other comes, in whichever order they are written', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { nodes: '' });
    run.grant(80, 'client2', 2, { nodes: '' });
    run.add(100, 'releasing', 'client1', { hold: 1 });
    expect(judge(run.trace(500), parts).outcome).toBe('held');
  });

  test('counts a moment once, however many are inside', () => {
    const run = traceOf({ settings: { clients: 3 } });
    run.grant(0, 'client1', 1, { nodes: '' });
    run.grant(100, 'client2', 2, { nodes: '' });
    run.grant(200, 'client3', 3, { nodes: '' });
    run.add(300, 'releasing', 'client1', { hold: 1 });
    run.add(400, 'releasing', 'client2', { hold: 2 });
    run.add(500, 'releasing', 'client3', { hold: 3 });
    // Held by two from 120 on, and by three from 220 until 400.
    expect(judge(run.trace(), parts).measures.overlapTime).toBe(280_000);
    expect(factsOf(run.trace(), 'overlap')).toHaveLength(3);
  });

  test.each([
    [1, 1, 'held'],
    [1, 0, 'overlap'],
    [0, 1, 'overlap'],
  ])('shared holders may be inside together: %d and %d', (first, second, outcome) => {
    const run = traceOf();
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    run.add(10, 'acquiring', 'client2', { hold: 2 });
    run.add(20, 'acquired', 'client1', { hold: 1, validFor: -1, token: -1, shared: first });
    run.add(30, 'acquired', 'client2', { hold: 2, validFor: -1, token: -1, shared: second });
    run.add(90, 'releasing', 'client1', { hold: 1 });
    run.add(95, 'releasing', 'client2', { hold: 2 });
    const trace = run.trace();
    const { outcome: found, chain } = judge(trace, parts);
    expect(found).toBe(outcome);
    if (outcome === 'held') expect(chain.at(-1)).toMatchObject({ rule: 'neverTwo', values: { shared: 1 } });
    expect(spansOf(trace).overlaps.map(({ from, to }) => [from, to])).toEqual(
      outcome === 'held' ? [] : [[30_000, 90_000]],
    );
  });
});

describe('a key that is renewed although its owner’s thread is dead', () => {
  const renewed = (times: number, { underWay = 0 } = {}): Trace => {
    const run = traceOf({ nodeCount: 1, header: { ended: 'duration' } });
    run.grant(0, 'client1', 1, { nodes: 'A' });
    for (let message = 0; message < underWay * 2; message += 2)
      run.add(90, 'sent', 'client1', { peer: 'nodeA', message, text: 'compareAndExtend', leg: 0 });
    run.add(100, 'crashed', 'client1', { fault: -1, power: 2 });
    for (let i = 1; i <= times; i++) {
      if (i <= underWay) run.add(100 + i * 700, 'arrived', 'nodeA', { peer: 'client1', message: 2 * i - 2 });
      run.set(100 + i * 700, 'client1', 'A', 2000);
    }
    run.add(4000, 'acquiring', 'client2', { hold: 2 });
    run.add(4020, 'refused', 'client2', { hold: 2, reason: 1 });
    return run.trace();
  };

  test('is stuck, and says who died', () => {
    const verdict = judge(renewed(3), parts);
    expect(verdict.outcome).toBe('stuck');
    expect(verdict.chain.map(({ rule }) => rule)).toEqual(['granted', 'threadDied', 'keyRenewed', 'waitsForEver']);
  });

  test('is not, where a single renewal may have been under way', () => {
    expect(judge(renewed(1), parts).outcome).not.toBe('stuck');
  });

  test('is not, where as many were under way, sent again by the client’s connection', () => {
    expect(judge(renewed(3, { underWay: 3 }), parts).outcome).not.toBe('stuck');
    expect(judge(renewed(3, { underWay: 2 }), parts).outcome).toBe('stuck');
  });
});

test('a release that takes one count of several from a key does not renew it for ever', () => {
  const run = traceOf({ nodeCount: 1, header: { ended: 'duration' } });
  const count = (at: number, times: number): void => {
    run.add(at, 'entrySet', 'nodeA', {
      peer: 'client1',
      entry: 'stock',
      value: `thread ×${times}`,
      expiresIn: 9_000_000,
    });
  };
  run.add(0, 'acquiring', 'client1', { hold: 1 });
  for (const times of [1, 2, 3, 4]) count(times * 10, times);
  run.add(50, 'acquired', 'client1', { hold: 1, validFor: 9_000_000, token: -1 });
  run.add(100, 'releasing', 'client1', { hold: 1 });
  for (const times of [3, 2, 1]) count(150 - times * 10, times);
  run.add(150, 'released', 'client1', { hold: 1, reason: 0 });
  run.add(160, 'acquiring', 'client2', { hold: 2 });
  run.add(170, 'refused', 'client2', { hold: 2, reason: 1 });
  expect(judge(run.trace(), parts).lock).not.toBe('stuck');
});

describe('a key that is deleted under another name', () => {
  const overwritten = (isOtherInside: boolean): Trace => {
    const run = traceOf({ nodeCount: 1 });
    run.grant(0, 'client1', 1, { nodes: 'A' });
    run.add(30, 'acquiring', 'client2', { hold: 2 });
    run.set(40, 'client2', 'A', 2000);
    if (isOtherInside) run.add(50, 'acquired', 'client2', { hold: 2, validFor: 1, token: -1 });
    else run.add(50, 'refused', 'client2', { hold: 2, reason: 1 });
    run.release(90, 'client1', 1, 'A');
    return run.trace();
  };

  test('is no other’s where that other had merely written over it', () => {
    expect(factsOf(overwritten(false), 'deleted-another')).toEqual([]);
  });

  test('is the other’s where it got in by it', () => {
    expect(whoOf(overwritten(true), 'deleted-another')).toEqual([['client1', 'client2']]);
  });
});

describe('a lost update', () => {
  const writes = (bases: readonly (readonly [string, number])[]): Trace => {
    const run = traceOf();
    bases.forEach(([client, basedOn], i) => {
      run.write(100 + i, client as 'client1', { basedOn, value: 43 + i });
    });
    return run.trace();
  };

  test.each([
    [
      'none when each is based on the one before',
      [
        ['client1', 0],
        ['client2', 1],
        ['client1', 2],
      ],
      0,
    ],
    [
      'when another has written in between',
      [
        ['client1', 0],
        ['client2', 0],
      ],
      1,
    ],
    [
      'none when it was its own write',
      [
        ['client1', 0],
        ['client1', 0],
      ],
      0,
    ],
    [
      'of another, behind its own',
      [
        ['client2', 0],
        ['client1', 1],
        ['client1', 0],
      ],
      1,
    ],
    [
      'twice',
      [
        ['client1', 0],
        ['client2', 0],
        ['client1', 1],
      ],
      2,
    ],
  ] as const)('%s', (_, bases, count) => {
    expect(factsOf(writes(bases), 'lost-update')).toHaveLength(count);
    expect(judge(writes(bases), parts).outcome).toBe(count > 0 ? 'lost' : 'held');
  });

  test('without a read it is based on the version when acquire returned', () => {
    const blind = (otherWritesAtMs: number): Trace => {
      const run = traceOf();
      const other = (): number => run.write(otherWritesAtMs, 'client2', { basedOn: -1, value: 50 });
      if (otherWritesAtMs < 20) other();
      run.grant(0, 'client1', 1);
      if (otherWritesAtMs > 20) other();
      run.write(100, 'client1', { basedOn: -1, value: 43 });
      return run.trace();
    };
    expect(judge(blind(60), parts).outcome).toBe('lost');
    expect(judge(blind(10), parts).outcome).toBe('held');
  });

  test('names the one who destroyed, then the one whose write it was', () => {
    const [fact] = factsOf(runs.pauseBeforeTheWrite(), 'lost-update');
    expect(fact?.who).toEqual(['client1', 'client2']);
    expect(fact?.values).toMatchObject({ value: 42, basedOn: 0, lostVersion: 1 });
  });
});

describe('stuck', () => {
  const left = ({ nodes, ttl = -1 }: { nodes: string; ttl?: number }): HandWritten => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { nodes, ttl });
    run.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
    return run;
  };

  test.each([
    ['when a quorum of nodes keeps the key for ever', 'ABC', -1, 'stuck'],
    ['not when enough nodes are free', 'AB', -1, 'unknown'],
    ['not when the key expires', 'ABC', 9_000, 'unknown'],
  ] as const)('%s', (_, nodes, ttl, outcome) => {
    const run = left({ nodes, ttl });
    run.add(300, 'acquiring', 'client2', { hold: 2 });
    expect(judge(run.trace(4000), parts).outcome).toBe(outcome);
  });

  test('not when nobody wants in', () => {
    expect(judge(left({ nodes: 'ABCDE' }).trace(4000), parts).outcome).toBe('held');
  });

  test('also when the one who wants in gave up after the owner had gone, not before', () => {
    const run = left({ nodes: 'ABCDE' });
    run.add(300, 'acquiring', 'client2', { hold: 2 });
    run.add(400, 'refused', 'client2', { hold: 2, reason: 1 });
    run.finished(400, 'client2', 0);
    expect(judge(run.trace(4000), parts).outcome).toBe('stuck');
    const before = traceOf();
    before.grant(0, 'client1', 1, { ttl: -1 });
    before.add(30, 'acquiring', 'client2', { hold: 2 });
    before.add(40, 'refused', 'client2', { hold: 2, reason: 1 });
    before.finished(40, 'client2', 0);
    before.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
    expect(judge(before.trace(4000), parts).outcome).toBe('held');
  });

  test('not while somebody is inside after all', () => {
    const run = left({ nodes: 'ABC' });
    run.grant(200, 'client2', 2, { nodes: 'DE' });
    run.add(300, 'acquiring', 'client1', { hold: 3 });
    expect(judge(run.trace(4000), parts).outcome).toBe('held');
  });

  test('not while the owner is inside, however long it is paused', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { ttl: -1 });
    run.add(100, 'paused', 'client1', { fault: -1 });
    run.add(300, 'acquiring', 'client2', { hold: 2 });
    expect(judge(run.trace(4000), parts).outcome).toBe('unknown');
  });

  test('not while the release is under way, but when it was lost', () => {
    const releasing = (isLost: boolean): Trace => {
      const run = traceOf({ nodeCount: 1 });
      run.grant(0, 'client1', 1, { nodes: 'A', ttl: -1 });
      run.add(30, 'acquiring', 'client2', { hold: 2 });
      run.add(100, 'releasing', 'client1', { hold: 1 });
      run.add(100, 'sent', 'client1', { peer: 'nodeA', message: 0, text: 'DEL stock', leg: 0 });
      if (isLost) run.add(100, 'lost', 'client1', { peer: 'nodeA', message: 0, cause: 1 });
      if (isLost) run.add(110, 'released', 'client1', { hold: 1, reason: 1 });
      return run.trace(120);
    };
    expect(judge(releasing(false), parts).outcome).toBe('unknown');
    expect(judge(releasing(true), parts).outcome).toBe('stuck');
  });

  test('not while a request of the dead owner is under way, which may still give the key an expiry', () => {
    const dying = (isLost: boolean): Trace => {
      const run = traceOf({ nodeCount: 1 });
      run.grant(0, 'client1', 1, { nodes: 'A', ttl: -1 });
      run.add(30, 'acquiring', 'client2', { hold: 2 });
      run.add(90, 'sent', 'client1', { peer: 'nodeA', message: 0, text: 'EXPIRE stock 3', leg: 0 });
      if (isLost) run.add(90, 'lost', 'client1', { peer: 'nodeA', message: 0, cause: 1 });
      run.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
      return run.trace(120);
    };
    expect(judge(dying(false), parts).outcome).toBe('unknown');
    expect(judge(dying(true), parts).outcome).toBe('stuck');
  });
});

describe('unavailable', () => {
  const waits = (finishes: (run: HandWritten) => void): Trace => {
    const run = traceOf({ settings: { patience: 1000, clients: 3 }, header: { ended: 'duration' } });
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    finishes(run);
    return run.trace(1500);
  };

  test.each<readonly [string, (run: HandWritten) => void, string]>([
    ['when nobody finishes for longer than the patience', () => {}, 'unavailable'],
    ['not when another finishes in between', (run) => void run.finished(700, 'client2', 1), 'unknown'],
    ['when another only failed', (run) => void run.finished(700, 'client2', 0), 'unavailable'],
    ['when its own round failed and it goes on', (run) => void run.finished(700, 'client1', 0, 0), 'unavailable'],
    ['not when its program ended', (run) => void run.finished(700, 'client1', 0, 1), 'held'],
    ['not when it crashed', (run) => void run.add(700, 'crashed', 'client1', { fault: -1, power: 0 }), 'held'],
    [
      'not when it was paused itself',
      (run) => {
        run.add(200, 'paused', 'client1', { fault: -1 });
        run.add(900, 'resumed', 'client1');
      },
      'unknown',
    ],
    ['when somebody else was paused', (run) => void run.add(200, 'paused', 'client2', { fault: -1 }), 'unavailable'],
  ])('%s', (_, finishes, outcome) => {
    expect(judge(waits(finishes), parts).outcome).toBe(outcome);
  });
});

test('pauses of one client that overlap are taken off its waiting once', () => {
  const run = traceOf({ nodeCount: 1, settings: { patience: 2000 } });
  run.add(0, 'acquiring', 'client1', { hold: 1 });
  run.add(1000, 'paused', 'client1', { fault: -1 });
  run.add(1500, 'paused', 'client1', { fault: -1 });
  run.add(2000, 'resumed', 'client1');
  run.add(6000, 'refused', 'client1', { hold: 1, reason: 1 });
  run.finished(6000, 'client1', 0);
  expect(factsOf(run.trace(), 'starved')).toMatchObject([{ who: ['client1'], values: { micros: 5_000_000 } }]);
});
