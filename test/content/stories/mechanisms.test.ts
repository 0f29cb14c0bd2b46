// The stories of the argument and beyond: each outcome comes about in the way that its story describes.
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { goneCauses, processIndex, type Trace, type TraceKind } from '../../../src/core/model/trace/trace';
import { eventsOf, processId } from '../../../src/core/model/trace/traceReader';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { spansOf } from '../../../src/core/spans/spans';
import { knownRun, runOfStory } from './knownRun';
import { storyVersionOf } from './storyVersions';

const run = (name: string): Trace => runOfStory(name).trace;

/** Whose writes the resource accepted or rejected, in order. */
const clientsOf = (trace: Trace, kind: 'wrote' | 'rejected'): readonly string[] =>
  eventsOf(trace, kind).map(({ peer }) => processId(trace, peer));

const tokensOf = (trace: Trace): readonly string[] =>
  eventsOf(trace, 'acquired').map(({ process, token }) => `${processId(trace, process)} ${token}`);

const firstAt = (trace: Trace, kind: TraceKind, process: ProcessId): number =>
  eventsOf(trace, kind).find((event) => event.process === processIndex(trace, process))?.at ?? Number.NaN;

describe('at the resource', () => {
  test.each([
    ['27', ['client2'], ['client1']],
    ['27b', ['client2', 'client1'], []],
    ['27d', ['client1'], ['client2']],
    ['28', ['client2', 'client1'], []],
    ['28:fix', ['client2'], ['client1']],
    ['29', ['client1', 'client2'], []],
    ['29b', ['client1', 'client2'], []],
    ['29:fix', ['client1'], ['client2']],
    ['29:fix2', ['client2'], ['client1']],
    ['29c', ['client1', 'client2'], []],
    ['30', ['client2', 'client1'], []],
    ['31', ['client2', 'client1'], []],
    ['31:fix', ['client2'], ['client1']],
    ['32b', ['client2', 'client1'], []],
    ['32b:fix', ['client2'], ['client1']],
    ['48', ['client2'], []],
    ['48b', ['client2'], []],
    ['48d', ['client2', 'client1'], []],
    ['51', ['client1', 'client2'], []],
    ['51b', ['client1', 'client2'], []],
    ['51:fix2', ['client1'], ['client2']],
    ['69', ['client1', 'client2'], []],
    ['69b', ['client2', 'client1'], []],
    ['69b:fix', ['client2'], ['client1']],
    ['69d', ['client2'], ['client1']],
    ['70', ['client2'], ['client1']],
    ['70b', ['client2', 'client1'], []],
    ['70d', ['client1', 'client2'], []],
    ['70d:fix', ['client2'], ['client1']],
    ['71', ['client2'], []],
    ['71b', ['client2', 'client1'], []],
    ['71b:fix', ['client2'], ['client1']],
    ['71c', ['client2'], []],
    ['72', ['client2', 'client1'], []],
    ['72b', ['client1', 'client1', 'client2'], ['client2']],
    ['72c', ['client2', 'client1'], []],
    ['72c:fix', ['client2'], ['client1']],
    ['72d', ['client1', 'client2'], []],
    ['72e', ['client1'], ['client2']],
    ['103', ['client1', 'client2'], []],
    ['103:fix2', ['client1'], ['client2']],
    ['105', ['client2', 'client1'], []],
    ['105b', ['client2', 'client1'], []],
    ['105b:fix', ['client2'], []],
    ['105c', ['client2', 'client1'], []],
    ['105:fix', ['client2'], []],
    ['105:fix2', ['client2'], ['client1']],
    ['107', ['client2', 'client1'], ['client1']],
    ['107:fix', ['client2'], ['client1']],
    ['107:fix2', ['client2'], ['client1', 'client1']],
    ['107:fix3', ['client2'], ['client1']],
    ['107b', ['client2', 'client1'], []],
    ['107b:fix', ['client2'], ['client1']],
  ])('in story %s the writes of %j are accepted and those of %j refused', (name, accepted, refused) => {
    const trace = run(name);
    expect(clientsOf(trace, 'wrote')).toEqual(accepted);
    expect(clientsOf(trace, 'rejected')).toEqual(refused);
  });

  test.each([
    ['105', 0, 0],
    ['105b', 1, 0],
    ['105b:fix', 1, 0],
    ['105c', 0, 1],
  ])('in story %s the laptop hears %i times that its lock is lost, and updates it %i times', (name, lost, updates) => {
    const ofLaptop = (kind: 'lockLost' | 'extended'): number => {
      const trace = run(name);
      return eventsOf(trace, kind).filter(({ process }) => process === processIndex(trace, 'client1')).length;
    };
    expect([ofLaptop('lockLost'), ofLaptop('extended')]).toEqual([lost, updates]);
  });

  test('a counter behind a lock hands out 43 and 44, and then both again', () => {
    expect(eventsOf(run('69c'), 'wrote').map(({ value }) => value)).toEqual([43, 44, 43, 44]);
  });

  test('the token of the second is checked before the first has written', () => {
    const trace = run('29');
    const sent = eventsOf(trace, 'arrived').filter(({ process }) => processId(trace, process) === 'storage');
    expect(sent.map(({ peer }) => processId(trace, peer)).slice(-2)).toEqual(['client1', 'client2']);
    expect(sent.at(-1)?.at).toBeLessThan(firstAt(trace, 'wrote', 'storage'));
  });

  test('without marks the replicas end with writes of different clients', () => {
    const trace = run('46b');
    const last = new Map(
      eventsOf(trace, 'wrote').map(({ process, peer }) => [processId(trace, process), processId(trace, peer)]),
    );
    expect(Object.fromEntries(last)).toEqual({ storageA: 'client2', storageB: 'client1', storageC: 'client1' });
  });

  test('a late write is refused by each replica, at the write and not at a mark', () => {
    const refused = (name: string) => eventsOf(run(name), 'rejected').map(({ value }) => value);
    expect(refused('46d')).toEqual([43, 43, 43]);
    expect(new Set(refused('46'))).toEqual(new Set([-1]));
  });

  test('replicas that compare tokens end with the same write, in whatever order the writes came', () => {
    const trace = run('46g');
    const last = new Map(
      eventsOf(trace, 'wrote').map(({ process, peer }) => [processId(trace, process), processId(trace, peer)]),
    );
    expect(Object.fromEntries(last)).toEqual({ storageA: 'client2', storageB: 'client2', storageC: 'client2' });
  });

  test('story 46h2: without the jump of the clock there would never have been two holders', () => {
    const { scenario } = storyVersionOf('46h2');
    const calm = runScenario(applyPatch(scenario, { faults: { 'jump-node': null } }), parts);
    expect([knownRun(scenario).verdict.lock, calm.verdict.lock]).toEqual(['overlap', 'expired']);
  });

  test.each([
    ['46e', 'storageC', 'written'],
    ['46f2', 'storageC', 'not written'],
  ])('story %s: without %s the resource is %s', (name, down, result) => {
    const wrote = eventsOf(run(name), 'wrote').map(({ process }) => processId(run(name), process));
    expect(wrote).not.toContain(down);
    expect(wrote.length > 0).toBe(result === 'written');
  });

  test('a version check without a lock throws work away, with a lock before it none', () => {
    expect(runOfStory('34').verdict.measures.thrownAway).toBeGreaterThan(3);
    expect(runOfStory('34b').verdict.measures.thrownAway).toBe(0);
  });
});

describe('tokens', () => {
  test('are given in the order of the grants, not of the requests', () => {
    expect(tokensOf(run('30'))).toEqual(['client2 1', 'client1 2']);
  });

  test('of a counter that forgets are given twice', () => {
    expect(tokensOf(run('32b'))).toEqual(['client1 1', 'client2 1']);
  });

  test('that are the largest count of those that granted fall, and written back they do not', () => {
    expect(tokensOf(run('53')).slice(-3)).toEqual(['client3 6', 'client4 3', 'client4 4']);
    expect(tokensOf(run('53:fix')).map((given) => Number(given.split(' ')[1]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('after the power is lost', () => {
  test.each([
    ['70', ['client1 1', 'client2 2']],
    ['70b', ['client1 1', 'client2 1']],
    ['70:fix', ['client1 1', 'client2 2']],
  ])('in story %s the tokens are %j', (name, tokens) => {
    expect(tokensOf(run(name))).toEqual(tokens);
  });
});

describe('at the nodes', () => {
  test.each([
    ['not', 'overlap'],
    ['for-ever', 'held'],
    ['wait-time', 'held'],
  ])('a RedLock of Redisson that waits “%s” ends in %s after a pause before the last answer', (waits, outcome) => {
    const { scenario } = storyVersionOf('25e');
    const waiting = applyPatch(scenario, { lock: { settings: { waits } } });
    expect(runScenario(waiting, parts).verdict.outcome).toBe(outcome);
  });

  test('a key of client 2 stays its own when client 1 sets a new expiry on it', () => {
    const trace = run('25e');
    const second = processIndex(trace, 'client2');
    const ended = spansOf(trace).entries.filter(({ isLock, cause }) => isLock && cause === 'deleted');
    expect(ended.map(({ owner, removedBy }) => [owner, removedBy])).toEqual(Array(5).fill([second, second]));
  });

  test('a replica gives up its key when its master comes back empty, and not when it takes over first', () => {
    const lostAt = (name: string): readonly number[] => {
      const trace = run(name);
      const replica = processIndex(trace, 'replicaA1');
      const lost = eventsOf(trace, 'entryGone').filter(
        ({ process, cause }) => process === replica && cause === goneCauses.indexOf('lost'),
      );
      return lost.map(({ at }) => at);
    };
    expect(lostAt('74')).toHaveLength(1);
    expect(lostAt('74:fix3')).toEqual([]);
  });

  test.each(['17', '17b', '17b:fix', '17c', '17d'])('in story %s client 1 stops because its validity ends', (name) => {
    const trace = run(name);
    expect(eventsOf(trace, 'stopped').map(({ process }) => processId(trace, process))).toEqual(['client1']);
  });

  test('three who ask at once get two, two and one, and nobody ever gets in', () => {
    const trace = run('18');
    const votes = eventsOf(trace, 'entrySet')
      .slice(0, 5)
      .map(({ process, peer }) => `${processId(trace, process)} ${processId(trace, peer)}`);
    expect(votes.sort()).toEqual(['nodeA client1', 'nodeB client1', 'nodeC client2', 'nodeD client2', 'nodeE client3']);
    expect(eventsOf(trace, 'acquired')).toEqual([]);
  });

  test('an extension takes keys that another client gave back, and the flag never goes up', () => {
    const trace = run('55');
    expect(eventsOf(trace, 'lockLost')).toEqual([]);
    expect(firstAt(trace, 'extended', 'client1')).toBeGreaterThan(firstAt(trace, 'released', 'client2'));
  });

  test('a failed extension deletes the keys while its client is inside', () => {
    const trace = run('57');
    const [gone] = eventsOf(trace, 'entryGone');
    expect(gone?.cause).toBe(goneCauses.indexOf('deleted'));
    expect(firstAt(trace, 'entryGone', 'nodeA')).toBeLessThan(firstAt(trace, 'releasing', 'client1'));
  });

  test('a suspended client comes in behind the other, and with both clocks it does not', () => {
    const [slept, noticed] = [run('50'), run('50:fix')];
    expect(firstAt(slept, 'acquired', 'client1')).toBeLessThan(firstAt(slept, 'releasing', 'client2'));
    expect(firstAt(noticed, 'acquired', 'client1')).toBeGreaterThan(firstAt(noticed, 'releasing', 'client2'));
  });

  test('both clocks do not help a virtual machine that is moved, and a token does', () => {
    const [moved, refused] = [run('50b'), run('50b:fix')];
    expect(firstAt(moved, 'acquired', 'client1')).toBeLessThan(firstAt(moved, 'releasing', 'client2'));
    expect(eventsOf(moved, 'clockSet').map(({ by }) => by)).toEqual([-2_450_000, 2_450_000]);
    expect(clientsOf(refused, 'wrote')).toEqual(['client2']);
    expect(clientsOf(refused, 'rejected')).toEqual(['client1']);
  });
});

describe('who renews an agent’s lease', () => {
  /** How often client 1 renews before and after an event of its own. */
  const renewals = (name: string, kind: TraceKind): readonly [before: number, after: number] => {
    const trace = run(name);
    const at = firstAt(trace, kind, 'client1');
    const times = eventsOf(trace, 'extended').flatMap((event) =>
      processId(trace, event.process) === 'client1' ? [event.at] : [],
    );
    return [times.filter((time) => time < at).length, times.filter((time) => time > at).length];
  };

  test.each<[name: string, kind: TraceKind, before: number, after: number]>([
    ['103', 'releasing', 0, 0],
    ['103:fix', 'releasing', 4, 0],
    ['104', 'crashed', 1, 10],
    ['104:fix', 'crashed', 1, 1],
    ['104:fix2', 'crashed', 0, 0],
    ['104b', 'crashed', 1, 0],
  ])('story %s: until client 1 is %s it is renewed %i times, and then %i times', (name, kind, before, after) => {
    expect(renewals(name, kind)).toEqual([before, after]);
  });
});
