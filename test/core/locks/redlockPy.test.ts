// redlock-py against nodes that answer by votes, and in the run of its stories.
import { describe, expect, test } from 'vitest';
import { redlockPy } from '../../../src/core/locks/redlockPy/lock';
import { type Circumstances, type Given, type Settings, votingClient } from '../../support/lockClient';
import { outcomesOf, type RunSetup, runOf } from '../../support/runOf';

const acquire = votingClient(redlockPy);

const toAll = (command: string) => [...'ABCDE'].map((letter) => `${letter} ${command}`);
const [set, remove, ping] = [toAll('SET'), toAll('compareAndDelete'), toAll('PING')];

describe('acquire', () => {
  test('asks one node after the other, without a timeout', () => {
    expect(acquire().world.sent.map(({ atMs, timeoutMs }) => [atMs, timeoutMs])).toEqual(
      [0, 20, 40, 60, 80].map((ms) => [ms, null]),
    );
  });

  const [thrice, reached] = [
    Array(3)
      .fill([...set, ...remove])
      .flat(),
    set.filter((text) => !text.startsWith('B')),
  ];
  const erred = { SET: 'yyeyy' };
  const connectsFirst = true;

  test.each<readonly [string, Circumstances, readonly string[], string]>([
    ['takes off what it took and the drift', { ttl: 5000 }, set, `held ${5000 - 100 - 50 - 2}`],
    ['its drift is whole milliseconds: 3 of 150', { ttl: 150 }, set, `held ${150 - 100 - 3}`],
    ['its drift is whole milliseconds: 102 of 10 s', { ttl: 10_000 }, set, `held ${10_000 - 100 - 102}`],
    ['refused by a majority it deletes on all nodes, and tries twice more', { SET: 'nnn' }, thrice, 'refused: held'],
    ['raises for one node that erred, although it has the majority: the keys stay', erred, set, 'refused: error'],
    ['unless it does not raise', { raises: false, ...erred }, set, 'held 2868'],
    [
      'without a majority an error is a refusal like any other',
      { tries: 1, SET: 'ccc' },
      [...set, ...remove],
      'refused: no-quorum',
    ],
    [
      'fewer servers than a quorum at the start: CannotObtainLock',
      { connectsFirst, PING: 'ccycy' },
      ping,
      'refused: no-quorum',
    ],
    [
      'a server that was out of reach at the start is left out, and no error any more',
      { connectsFirst, PING: 'yc' },
      [...ping, ...reached],
      'held 2888',
    ],
  ])('%s', (_, given, commands, ends) => {
    const client = acquire(given);
    expect([client.commands, client.ends]).toEqual([commands, ends]);
  });

  test('sleeps after each refusal', () => {
    expect(acquire({ SET: 'nnn' }).world.sleepsMs).toEqual([200, 200, 200]);
  });

  test('a pause that eats the validity is noticed', () => {
    const atStep: Given['atStep'] = (label, _, world) => void (label === 'elapsed-time' && world.pass(2900));
    expect(acquire({ tries: 1 }, { atStep }).ends).toBe('refused: no-validity');
  });
});

test('release deletes on all nodes, one after the other', () => {
  const client = acquire();
  expect([client.release(), client.commands.slice(5)]).toEqual(['none', remove]);
});

describe('39: one node of five is down', () => {
  const oneDown = (settings: Settings): RunSetup => ({
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
    expect(outcomesOf({ ...rest, faults: { ...faults, ...more } as RunSetup['faults'] & object })).toEqual([
      'unavailable',
    ]);
  });
});
