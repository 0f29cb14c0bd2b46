// redlock-py against nodes that answer by votes, and in the run that the stories tell about it.
import { describe, expect, test } from 'vitest';
import { redlockPy } from '../../src/locks/redlockPy';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { nodeId, type Setting } from '../../src/model/scenario';
import { DrivenWorld, type Table } from '../support/drive';
import { outcomesOf, runOf, type Told } from '../support/runOf';
import { type Vote, votingNodes } from '../support/votingNodes';

type Settings = Readonly<Record<string, Setting>>;

function acquire(
  settings: Settings,
  set: readonly Vote[] = [],
  atStep: Table['atStep'] = () => {},
  ping: readonly Vote[] = [],
) {
  const world = new DrivenWorld({ answer: votingNodes({ SET: set, PING: ping }), atStep });
  const context = {
    me: 'client1' as const,
    nodes: [0, 1, 2, 3, 4].map(nodeId),
    key: 'stock',
    settings: withDefaults(redlockPy.fields, settings),
    hold: 1,
  };
  const answer = world.run(redlockPy.acquire(context));
  return { world, context, answer, commands: world.sent.map(({ to, command }) => `${to} ${command}`) };
}

const toAll = (command: string) => ['A', 'B', 'C', 'D', 'E'].map((letter) => `node${letter} ${command}`);

describe('acquire', () => {
  test('asks one node after the other, without a timeout, and takes off what it took and the drift', () => {
    const { answer, world, commands } = acquire({ ttl: 5000 });
    expect(commands).toEqual(toAll('SET'));
    expect(world.sent.map(({ atMs, timeoutMs }) => [atMs, timeoutMs])).toEqual(
      [0, 20, 40, 60, 80].map((ms) => [ms, null]),
    );
    expect(answer).toMatchObject({ kind: 'held', validFor: (5000 - 100 - 50 - 2) * 1000 });
  });

  test.each([
    [150, 3],
    [10_000, 102],
  ])('its drift is whole milliseconds: TTL %d ms, %d ms', (ttl, drift) => {
    expect(acquire({ ttl }).answer).toMatchObject({ validFor: (ttl - 100 - drift) * 1000 });
  });

  test('refused by a majority it deletes on all nodes, sleeps, and tries twice more', () => {
    const { answer, world, commands } = acquire({}, ['no', 'no', 'no']);
    expect(answer).toEqual({ kind: 'refused', reason: 'held' });
    const once = [...toAll('SET'), ...toAll('compareAndDelete')];
    expect(commands).toEqual([...once, ...once, ...once]);
    expect(world.sleepsMs).toEqual([200, 200, 200]);
  });

  test('has the majority, and raises for the one node that erred: no second try, and the keys stay', () => {
    const { answer, commands } = acquire({}, ['yes', 'yes', 'error', 'yes', 'yes']);
    expect(answer).toEqual({ kind: 'refused', reason: 'error' });
    expect(commands).toEqual(toAll('SET'));
    expect(acquire({ raises: false }, ['yes', 'yes', 'error', 'yes', 'yes']).answer.kind).toBe('held');
  });

  test('without a majority an error is a refusal like any other', () => {
    const { answer, commands } = acquire({ tries: 1 }, ['closed', 'closed', 'closed']);
    expect(answer).toEqual({ kind: 'refused', reason: 'no-quorum' });
    expect(commands.slice(5)).toEqual(toAll('compareAndDelete'));
  });

  test('a pause that eats the validity is noticed', () => {
    const { answer } = acquire({ tries: 1 }, [], (label, _, world) => {
      if (label === 'elapsed-time') world.pass(2900);
    });
    expect(answer).toEqual({ kind: 'refused', reason: 'no-validity' });
  });

  test('fewer servers than a quorum at the start: CannotObtainLock', () => {
    const { answer, commands } = acquire({ connectsFirst: true }, [], undefined, [
      'closed',
      'closed',
      'yes',
      'closed',
      'yes',
    ]);
    expect(answer).toEqual({ kind: 'refused', reason: 'no-quorum' });
    expect(commands).toEqual(toAll('PING'));
  });

  test('a server that was out of reach at the start is left out, and no error any more', () => {
    const { answer, commands } = acquire({ connectsFirst: true }, [], undefined, ['yes', 'closed']);
    expect(answer.kind).toBe('held');
    expect(commands.slice(5)).toEqual(toAll('SET').filter((text) => !text.startsWith('nodeB')));
  });
});

test('release deletes on all nodes, one after the other', () => {
  const { answer, world, context } = acquire({});
  expect(world.run(redlockPy.release(context, answer as Held))).toBe('none');
  expect(world.sent.slice(5).map(({ to, command }) => `${to} ${command}`)).toEqual(toAll('compareAndDelete'));
});

describe('39: one node of five is down', () => {
  const oneDown = (settings: Settings): Told => ({
    lock: { id: 'redlock-py', settings },
    settings: { duration: 8000, patience: 3000 },
    faults: { down: { kind: 'crash', process: 'nodeC', when: { kind: 'time', at: 50 }, restartAfter: 'never' } },
  });

  test('it raises, and leaves keys that are in everybody’s way for the whole TTL: unavailable', () => {
    expect(outcomesOf(oneDown({ ttl: 2000 }))).toEqual(['unavailable']);
    const run = runOf(oneDown({ ttl: 2000 }));
    expect(run.times('acquired', 'client1')).toEqual([]);
    expect(run.facts('entry-left')).toContain('client1 nodeA');
  });

  test('where an error is a refusal: held', () => {
    expect(outcomesOf(oneDown({ raises: false }))).toEqual(['held']);
  });

  test('left out from the start: held, and with three of five down nobody gets in', () => {
    const { faults, ...rest } = oneDown({ connectsFirst: true });
    expect(outcomesOf({ ...rest, faults: faults ?? {} })).toEqual(['held']);
    const more = { downA: { ...faults?.['down'], process: 'nodeA' }, downB: { ...faults?.['down'], process: 'nodeB' } };
    expect(outcomesOf({ ...rest, faults: { ...faults, ...more } as Told['faults'] & object })).toEqual(['unavailable']);
  });
});
