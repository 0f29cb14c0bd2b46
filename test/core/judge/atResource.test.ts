// What goes wrong at the resource itself. Each case is a handwritten run, with a harmless near miss.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Fact, FactKind } from '../../../src/core/model/trace/fact';
import type { Trace } from '../../../src/core/model/trace/trace';
import { parts } from '../../../src/core/run/parts';
import { spansOf } from '../../../src/core/spans/spans';
import { type HandWritten, traceOf } from '../../support/traceOf';

const factsOf = (trace: Trace, kind: FactKind): readonly Fact[] =>
  judge(trace, parts).facts.filter((fact) => fact.kind === kind);
const rulesOf = (trace: Trace): readonly string[] => judge(trace, parts).chain.map(({ rule }) => rule);

const owner = 2;

describe('a write of several parts', () => {
  const part = (run: HandWritten, ms: number, client: ProcessId, number: number, basedOn = 0): number =>
    run.add(ms, 'wrotePart', 'storage', {
      peer: client,
      part: number,
      basedOn,
      token: -1,
      value: client === 'client1' ? 50 : 60,
    });

  test('one after the other is neither torn nor half', () => {
    const run = traceOf();
    for (const number of [1, 2]) part(run, number, 'client1', number);
    run.write(3, 'client1', { basedOn: 0, value: 50 });
    run.read(4, 'client2');
    for (const number of [1, 2]) part(run, 4 + number, 'client2', number, 1);
    run.write(7, 'client2', { basedOn: 1, value: 60 });
    expect(judge(run.trace(), parts).outcome).toBe('held');
    expect(judge(run.trace(), parts).facts).toEqual([]);
  });

  test('a read in between has read a half', () => {
    const run = traceOf();
    part(run, 1, 'client1', 1);
    run.read(2, 'client2');
    expect(factsOf(run.trace(), 'half-read')).toMatchObject([{ who: ['client2'], values: { parts: 1 } }]);
    expect(judge(run.trace(), parts).outcome).toBe('held');
  });

  test('a part that lands in a newer whole tears it, and that is a lost update without any second write', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1);
    part(run, 30, 'client1', 1);
    run.grant(40, 'client2', 2, { nodes: '' });
    for (const number of [1, 2]) part(run, 70 + number, 'client2', number);
    run.write(73, 'client2', { basedOn: 0, value: 60 });
    part(run, 80, 'client1', 2);
    const trace = run.trace();
    expect(judge(trace, parts).outcome).toBe('torn');
    expect(factsOf(trace, 'lost-update')).toEqual([]);
    expect(factsOf(trace, 'torn-write').map(({ who }) => who)).toEqual([['client1', 'client2']]);
    expect(rulesOf(trace)).toContain('mixed');
  });

  test('a part over a whole that its writer had read does not', () => {
    const run = traceOf();
    for (const number of [1, 2]) part(run, number, 'client2', number);
    run.write(3, 'client2', { basedOn: 0, value: 60 });
    part(run, 4, 'client1', 2, 1);
    expect(judge(run.trace(), parts).outcome).toBe('held');
  });

  test('so do two that end while the other’s part stands', () => {
    const run = traceOf();
    part(run, 1, 'client1', 1);
    part(run, 2, 'client2', 1);
    part(run, 3, 'client1', 2);
    run.write(3, 'client1', { basedOn: 0, value: 50 });
    expect(judge(run.trace(), parts).outcome).toBe('torn');
    expect(factsOf(run.trace(), 'torn-write')).toHaveLength(1);
  });
});

describe('what is to be done once', () => {
  const emailsOf = (...clients: readonly ProcessId[]): Trace => {
    const run = traceOf();
    clients.forEach((client, i) => {
      run.add(10 * i, 'wrote', 'storage', { peer: client, version: -1, basedOn: -1, token: -1, value: i + 1 });
    });
    return run.trace();
  };

  test.each([
    [['client1'], []],
    [['client1', 'client2'], [['client2', 'client1']]],
    [
      ['client1', 'client1', 'client2'],
      [
        ['client1', 'client1'],
        ['client2', 'client1'],
      ],
    ],
  ] as const)('by %j: done twice %j, and never a lost update', (clients, who) => {
    const trace = emailsOf(...clients);
    expect(factsOf(trace, 'done-twice').map((fact) => fact.who)).toEqual(who);
    expect(judge(trace, parts).outcome).toBe(who.length > 0 ? 'twice' : 'held');
  });
});

describe('a mark that nobody will take away', () => {
  const marked = (then: (run: HandWritten) => void): Trace => {
    const run = traceOf();
    run.grant(0, 'client1', 1);
    run.add(30, 'entrySet', 'storage', { peer: 'client1', entry: 'mark', value: 'a', expiresIn: -1 });
    run.add(40, 'crashed', 'client1', { fault: -1, power: 0 });
    run.gone(2000, 'ABCDE', 1);
    run.grant(2100, 'client2', 2);
    run.add(2130, 'rejected', 'storage', { peer: 'client2', token: -1, against: 0, value: -1, check: owner });
    run.release(2150, 'client2', 2);
    run.finished(2180, 'client2', 0);
    then(run);
    return run.trace(9000);
  };

  test('is stuck: nobody is inside, and who came to be marked was turned away', () => {
    const trace = marked(() => {});
    expect(judge(trace, parts).outcome).toBe('stuck');
    expect(rulesOf(trace)).toEqual(['granted', 'markSet', 'crashed', 'grantedToo', 'shutOut']);
    expect(factsOf(trace, 'stuck-entry').map(({ who }) => who)).toEqual([['client1', 'storage']]);
    expect(factsOf(trace, 'starved')).toMatchObject([{ who: ['client2'], values: { micros: 6_900_000 } }]);
  });

  test.each<readonly [string, (run: HandWritten) => void]>([
    [
      'when it was taken away',
      (run) => void run.add(3000, 'entryGone', 'storage', { peer: 'client1', entry: 'mark', cause: 0 }),
    ],
    [
      'when another replaced it',
      (run) => void run.add(3000, 'entrySet', 'storage', { peer: 'client2', entry: 'mark', value: 'b', expiresIn: -1 }),
    ],
    ['when who was turned away got through later', (run) => void run.finished(3000, 'client2', 1, 2)],
    ['when who was turned away is gone', (run) => void run.add(3000, 'crashed', 'client2', { fault: -1, power: 0 })],
    ['while somebody is inside', (run) => void run.grant(3000, 'client2', 3)],
  ])('not %s', (_, then) => {
    expect(judge(marked(then), parts).outcome).not.toBe('stuck');
  });

  test('not where only a write was refused, as a mark that can be replaced does', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1);
    run.grant(50, 'client2', 2, { nodes: '' });
    run.add(80, 'entrySet', 'storage', { peer: 'client2', entry: 'mark', value: 'b', expiresIn: -1 });
    run.release(90, 'client2', 2, '');
    run.add(120, 'rejected', 'storage', { peer: 'client1', token: -1, against: 1, value: 43, check: owner });
    run.release(130, 'client1', 1);
    expect(judge(run.trace(), parts).outcome).toBe('overlap');
  });
});

describe('a resource of three replicas', () => {
  const replicas = ['storageA', 'storageB', 'storageC'] as const;
  interface Copy {
    readonly at: string;
    readonly by: ProcessId;
    readonly version?: number;
    readonly basedOn?: number;
    readonly token?: number;
  }
  /** Copies in order, `A` for the first replica. */
  const traceOfCopies = (copies: readonly Copy[]): Trace => {
    const bare = traceOf();
    const processes = (['client1', 'client2', 'nodeA', ...replicas] as const).map((id) => ({
      id,
      role: id.startsWith('client')
        ? ('client' as const)
        : id.startsWith('node')
          ? ('node' as const)
          : ('storage' as const),
      uncertainty: 0,
    }));
    const run = traceOf({ header: { ...bare.trace().header, processes } });
    copies.forEach(({ at, by, version = 2, basedOn = 1, token = -1 }, i) => {
      const value = by === 'client1' ? 50 : 60;
      run.add(10 * i, 'wrote', `storage${at}` as ProcessId, { peer: by, version, basedOn, token, value });
    });
    return run.trace();
  };
  const one = (at: string, more: Partial<Copy> = {}): Copy => ({ at, by: 'client1', ...more });
  const two = (at: string, more: Partial<Copy> = {}): Copy => ({ at, by: 'client2', ...more });

  test.each<readonly [string, readonly Copy[], readonly (readonly [string, string])[]]>([
    ['a minority is no accepted write', [one('A'), two('A'), two('B'), two('C')], []],
    [
      'who knew it destroys nothing',
      [one('A'), one('B'), two('B', { basedOn: 2, version: 3 }), two('C', { basedOn: 2, version: 3 })],
      [],
    ],
    ['one over another', [one('A'), one('B'), one('C'), two('A'), two('B')], [['client2', 'client1']]],
    [
      'in another order at each',
      [one('A'), two('B'), two('C'), one('B'), two('A')],
      [
        ['client1', 'client2'],
        ['client2', 'client1'],
      ],
    ],
    [
      'a copy that comes late, where a newer write has adopted it',
      [
        one('A'),
        two('A', { basedOn: 2, version: 3 }),
        two('C', { basedOn: 2, version: 3 }),
        one('B'),
        two('B', { basedOn: 2, version: 3 }),
      ],
      [],
    ],
  ])('%s', (_, copies, lost) => {
    const trace = traceOfCopies(copies);
    const who = factsOf(trace, 'lost-update').map((fact) => fact.who);
    expect([...who].sort()).toEqual(lost);
    expect(judge(trace, parts).outcome).toBe(lost.length > 0 ? 'lost' : 'held');
  });

  test('a write counts from the copy that makes the majority', () => {
    const { resource } = spansOf(traceOfCopies([one('A'), one('B'), one('C')]));
    expect(resource.map(({ counts }) => counts)).toEqual([false, true, false]);
  });

  test('replicas part when the same version is from different writers, and an epoch tells which is newer', () => {
    const parted = [one('A'), two('A'), two('B'), one('B')];
    expect(factsOf(traceOfCopies(parted), 'diverged').map(({ who }) => who)).toEqual([['client2', 'client1']]);
    const withTokens = parted.map((copy) => ({ ...copy, token: copy.by === 'client1' ? 33 : 34 }));
    expect(factsOf(traceOfCopies(withTokens), 'diverged')).toEqual([]);
  });

  test('what all three refuse is one refusal', () => {
    const bare = traceOfCopies([]);
    const run = traceOf({ header: bare.header });
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    for (const [i, replica] of replicas.entries())
      run.add(10 + i, 'rejected', replica, { peer: 'client1', token: 33, against: 34, value: 43, check: 0 });
    expect(factsOf(run.trace(), 'rejected')).toHaveLength(1);
    expect(judge(run.trace(), parts).measures.thrownAway).toBe(1);
  });
});

test('who read from a replica what had been replaced already is told so', () => {
  const run = traceOf();
  run.grant(0, 'client1', 1);
  run.write(30, 'client1', { basedOn: 0, value: 42 });
  run.release(40, 'client1', 1);
  run.grant(100, 'client2', 2);
  run.add(130, 'read', 'storage', { peer: 'client2', version: 0, token: -1, value: 41 });
  run.write(150, 'client2', { basedOn: 0, value: 42 });
  expect(judge(run.trace(), parts).outcome).toBe('lost');
  expect(rulesOf(run.trace())).toContain('readStale');
  expect(rulesOf(run.trace())).not.toContain('readBefore');
});
