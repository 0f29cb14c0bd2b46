// What belongs to several clients, and what keeps all of them out although it is no key of the lock.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { reasons } from '../../../src/core/model/effects/effect';
import type { Fact, FactKind } from '../../../src/core/model/trace/fact';
import type { Trace } from '../../../src/core/model/trace/trace';
import { fromMs } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';

const factsOf = (trace: Trace, kind: FactKind): readonly Fact[] =>
  judge(trace, parts).facts.filter((fact) => fact.kind === kind);

describe('what belongs to several clients', () => {
  /** Client 2 is late: its hold is over for the lock, and client 1 is inside. */
  const late = (
    values: readonly string[],
    by: readonly ('client1' | 'client2')[],
    isDeleted: boolean,
    request = 'SET stock',
  ): Trace => {
    const run = traceOf({ nodeCount: 1 });
    const set = (at: number, i: number): void => {
      const peer = by[i] ?? 'client1';
      run.add(at, 'sent', peer, { peer: 'nodeA', message: 2 * i, text: request, leg: 0 });
      run.add(at, 'arrived', 'nodeA', { peer, message: 2 * i });
      run.add(at, 'entrySet', 'nodeA', { peer, entry: 'stock', value: values[i] ?? '', expiresIn: -1 });
      run.add(at, 'received', 'nodeA', { peer, message: 2 * i, ok: 1 });
    };
    run.add(0, 'acquiring', 'client2', { hold: 1 });
    run.add(1, 'refused', 'client2', { hold: 1, reason: 1 });
    run.add(2, 'acquiring', 'client1', { hold: 2 });
    for (let i = 0; i < values.length - 1; i++) set(3 + i, i);
    run.add(20, 'acquired', 'client1', { hold: 2, validFor: -1, token: -1 });
    set(100, values.length - 1);
    if (isDeleted) run.gone(110, 'A', 0, 'client2');
    return run.trace(300);
  };

  type Row = readonly [
    string,
    readonly string[],
    readonly ('client1' | 'client2')[],
    boolean,
    readonly string[],
    string?,
  ];

  const rows: readonly Row[] = [
    ['its own ticket leaves a list', ['[b]', '[b, a]', '[a]'], ['client2', 'client1', 'client2'], false, []],
    ['another’s members go one by one', ['{a, b}', '{b}'], ['client1', 'client2'], true, ['deleted', 'changed']],
    ['a ticket joins', ['[a]', '[a, b]'], ['client1', 'client2'], false, []],
    ['the list goes with its own ticket alone', ['[b]', '[b, a]', '[b]'], ['client2', 'client1', 'client1'], true, []],
    ['the whole list goes', ['[a]', '[a, b]'], ['client1', 'client2'], true, ['deleted']],
    ['another’s ticket is taken', ['[b]', '[b, a]', '[b]'], ['client2', 'client1', 'client2'], false, ['changed']],
    [
      'a score of its own rises',
      ['{b = 1}', '{b = 1, a = 2}', '{b = 3, a = 2}'],
      ['client2', 'client1', 'client2'],
      false,
      [],
    ],
    ['a score of another rises', ['{a = 2}', '{a = 3}'], ['client1', 'client2'], false, ['changed']],
    ['a counter counts', ['1', '2'], ['client1', 'client2'], false, [], 'MULTI · INCR stock · EXEC'],
    ['a counter counts by ten', ['1', '11'], ['client1', 'client2'], false, [], 'INCRBY stock 10'],
    ['a script counts', ['1', '0'], ['client1', 'client2'], false, [], 'EVAL(DECR PEXPIRE) stock 2000'],
    ['an owner follows who is called 1', ['1', '2'], ['client1', 'client2'], false, ['changed']],
    ['a script replaces 1 by 2', ['1', '2'], ['client1', 'client2'], false, ['changed'], 'EVALSHA 290c0359… stock 2'],
    ['a value is replaced', ['a', 'b'], ['client1', 'client2'], false, ['changed']],
  ];
  for (const [name, values, by, isDeleted, expected, request] of rows)
    test(name, () => {
      const trace = late(values, by, isDeleted, request);
      const found = (['deleted', 'changed'] as const).filter((what) => factsOf(trace, `${what}-another`).length > 0);
      expect(found).toEqual(expected);
    });
});

describe('tries in vain, whatever keeps the lock', () => {
  interface Variant {
    readonly ttl?: number;
    readonly reason?: number;
    readonly disturbed?: boolean;
    readonly tries?: number;
    readonly keysLapse?: boolean;
    readonly lease?: number;
    readonly isAlone?: boolean;
    readonly answer?: string;
    /** The tickets of a list to which each try of client 2 adds one, before the first. */
    readonly tickets?: readonly string[];
    /** A reply to the client that has crashed gets lost. */
    readonly isDeadAnswered?: boolean;
  }
  const asking = (variant: Variant): Trace => {
    const { ttl = 500, reason = 1, disturbed = false, tries = 40, keysLapse, lease, isAlone = false, answer } = variant;
    const { tickets, isDeadAnswered = false } = variant;
    const run = traceOf({
      nodeCount: 1,
      settings: { clients: 3, patience: 3000 },
      header: { ...(keysLapse !== undefined && { keysLapse }), ...(lease !== undefined && { lease: fromMs(lease) }) },
    });
    run.grant(0, 'client1', 1, { nodes: 'A', ttl });
    const beside = { peer: 'client1', entry: 'stock:count', value: '1', expiresIn: -1 };
    const entry = tickets === undefined ? beside.entry : 'stock:waiting';
    if (tickets !== undefined) run.add(20, 'entrySet', 'nodeA', { ...beside, entry, value: `[${tickets.join(', ')}]` });
    else if (!isAlone) run.add(20, 'entrySet', 'nodeA', beside);
    run.add(30, 'crashed', 'client1', { fault: -1, power: 0 });
    if (isDeadAnswered) {
      run.add(35, 'sent', 'nodeA', { peer: 'client1', message: 1001, text: '1', leg: 1 });
      run.add(36, 'lost', 'client1', { peer: 'nodeA', message: 1001 });
    }
    for (let i = 0; i < tries; i++) {
      const at = 40 + 200 * i;
      run.add(at, 'acquiring', 'client2', { hold: 10 + i });
      if (i * 200 < ttl && (i + 1) * 200 >= ttl) run.gone(at + 5, 'A', 1);
      if (tickets !== undefined) {
        const value = `[${[...tickets, ...Array.from({ length: i + 1 }, () => 'two')].join(', ')}]`;
        run.add(at + 6, 'entrySet', 'nodeA', { ...beside, peer: 'client2', entry, value });
      }
      if (disturbed) run.add(at + 6, 'entrySet', 'nodeA', { ...beside, peer: 'client3', value: `${i}` });
      if (answer !== undefined) {
        const message = 2 * i + 1;
        run.add(at + 7, 'sent', 'nodeA', { peer: 'client2', message, text: answer, leg: 1 });
        run.add(at + 8, 'arrived', 'client2', { peer: 'nodeA', message });
        run.add(at + 8, 'received', 'client2', { peer: 'nodeA', message, ok: 0 });
      }
      run.add(at + 10, 'refused', 'client2', { hold: 10 + i, reason });
    }
    return run.trace(9000);
  };

  test.each<readonly [string, Variant, 'stuck' | 'unavailable']>([
    ['when the lock looks taken again and again', {}, 'stuck'],
    ['when a ticket of the dead stands before its own', { tickets: ['one'] }, 'stuck'],
    ['not when only its own tickets stand there', { tickets: [] }, 'unavailable'],
    ['when only the dead client misses an answer', { isDeadAnswered: true }, 'stuck'],
    ['when the lock throws and its server answers', { reason: reasons.indexOf('error'), answer: '2' }, 'stuck'],
    ['not when its server fails', { reason: reasons.indexOf('error'), answer: 'OOM too much' }, 'unavailable'],
    ['not when nobody knows whether its server answers', { reason: reasons.indexOf('error') }, 'unavailable'],
    ['not when nothing stands there', { isAlone: true }, 'unavailable'],
    ['not before three leases are over', { lease: 3100 }, 'unavailable'],
    ['not while something that lives long may still end', { ttl: 3100 }, 'unavailable'],
    ['not when it looked free', { reason: 3 }, 'unavailable'],
    ['not when another client changes something during each try', { disturbed: true }, 'unavailable'],
    ['not after two tries', { tries: 2 }, 'unavailable'],
    ['not when a client may take over a key by its time', { keysLapse: true }, 'unavailable'],
  ])('%s', (_, variant, outcome) => {
    const verdict = judge(asking(variant), parts);
    expect(verdict.outcome).toBe(outcome);
    const beside = verdict.chain.filter(({ rule }) => rule === 'keysBeside').map(({ values }) => values);
    const keys = [variant.tickets === undefined ? 'stock:count' : 'stock:waiting'];
    expect(beside).toEqual(outcome === 'stuck' ? [{ keys, nodes: ['nodeA'] }] : []);
  });
});
