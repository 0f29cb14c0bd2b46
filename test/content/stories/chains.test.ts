// The outcome of a story has the cause that the story describes: which client held which keys, when, and who deleted
// them.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { reasons } from '../../../src/core/model/effects/effect';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { FactKind } from '../../../src/core/model/trace/fact';
import { processIndex, type Trace, type TraceKind } from '../../../src/core/model/trace/trace';
import { type EventOf, eventsOf, processId, textOf } from '../../../src/core/model/trace/traceReader';
import { parts } from '../../../src/core/run/parts';
import { heldKeys } from '../../../src/core/spans/heldNodes';
import { spansOf } from '../../../src/core/spans/spans';
import { runOfStory } from './knownRun';

const run = (name: string): Trace => runOfStory(name).trace;

/** The nodes that had a client's first lock, as letters. */
function nodesOf(trace: Trace, client: ProcessId): string {
  const hold = spansOf(trace).holds.find(
    ({ process, acquiredSeq }) => process === processIndex(trace, client) && acquiredSeq >= 0,
  );
  const keys = hold === undefined ? [] : heldKeys(trace, hold);
  return keys
    .map(({ process }) => processId(trace, process).slice('node'.length))
    .sort()
    .join('');
}

/** Which clients were inside together, or affected each other, in order. */
const pairs = (trace: Trace, kind: FactKind): readonly string[] =>
  judge(trace, parts)
    .facts.filter((fact) => fact.kind === kind)
    .map(({ who }) => who.join(' '));

function first<K extends TraceKind>(trace: Trace, kind: K, process: ProcessId): EventOf<K> {
  const found = eventsOf(trace, kind).find((event) => event.process === processIndex(trace, process));
  if (found === undefined) throw new Error(`${process} has no ${kind}.`);
  return found as unknown as EventOf<K>;
}

const reasonOf = (trace: Trace, client: ProcessId): string | undefined =>
  reasons[first(trace, 'released', client).reason];

describe('on one node', () => {
  test.each(['2', '2b'])('story %s leaves a key that nobody ever deletes', (name) => {
    expect(eventsOf(run(name), 'entryGone')).toEqual([]);
  });

  test('a fixed value hands the mistake on: each deletes the key of the next', () => {
    const trace = run('4');
    expect(pairs(trace, 'deleted-another')).toEqual(['client1 client2', 'client2 client3']);
    // Client 1 has left when it is stopped: what follows comes from its DEL alone.
    expect(pairs(trace, 'overlap')).toEqual(['client2 client3']);
  });

  test('a random value keeps the late DEL from doing anything', () => {
    const trace = run('4:fix');
    expect(pairs(trace, 'deleted-another')).toEqual([]);
    expect(pairs(trace, 'overlap')).toEqual([]);
    expect(reasonOf(trace, 'client1')).toBe('not-owner');
  });

  test('who releases twice is told so, and no key is touched by it', () => {
    const trace = run('4b');
    expect(reasonOf(trace, 'client1')).toBe('not-owner');
    expect(pairs(trace, 'deleted-another')).toEqual([]);
    expect(eventsOf(trace, 'entryGone').length).toBe(3);
  });

  test('a lock that has expired cannot be released any more', () => {
    const trace = run('4b2');
    expect(first(trace, 'entryGone', 'nodeA').seq).toBeLessThan(first(trace, 'releasing', 'client1').seq);
    expect(reasonOf(trace, 'client1')).toBe('not-owner');
  });

  test('with two clients the robbed one finds nothing to release', () => {
    expect(reasonOf(run('4c'), 'client2')).toBe('not-owner');
  });

  test('the pause between GET and DEL harms only those who come later', () => {
    const trace = run('5');
    expect(first(trace, 'releasing', 'client1').seq).toBeLessThan(first(trace, 'paused', 'client1').seq);
    expect(pairs(trace, 'deleted-another')).toEqual(['client1 client2']);
    expect(pairs(trace, 'overlap')).toEqual(['client2 client3']);
  });
});

describe('failover', () => {
  test.each([
    ['9', 'replicaA1', 1],
    ['9b', 'replicaA1', 0],
    ['9c', 'replicaA1', 0],
    ['9c2', 'replicaA2', 1],
    ['9c3', 'replicaA1', 1],
    ['9e', 'replicaA1', 0],
    ['94', 'replicaA2', 1],
    ['94b', 'replicaA1', 0],
    ['94c', 'replicaA1', 1],
    ['94d', 'replicaA1', 1],
    ['94d:fix', 'replicaA1', 0],
    ['94e', 'replicaA2', 2],
  ] as const)('story %s promotes %s, which has missed %i writes', (name, replica, lost) => {
    expect(first(run(name), 'promoted', replica).lost).toBe(lost);
  });

  test('five masters bear the loss of one: client 1 keeps four of its keys', () => {
    const trace = run('9:fix');
    expect(nodesOf(trace, 'client1')).toBe('ABCDE');
    expect(first(trace, 'crashed', 'nodeA').at).toBeLessThan(first(trace, 'acquiring', 'client2').at);
    expect(first(trace, 'acquired', 'client2').at).toBeGreaterThan(first(trace, 'releasing', 'client1').at);
  });

  test('WAIT lets client 1 in only when the replica has the key', () => {
    const trace = run('9c');
    expect(first(trace, 'replicated', 'replicaA1').at).toBeLessThan(first(trace, 'acquired', 'client1').at);
  });

  test('the master that comes back is a replica, and counts for WAIT', () => {
    const trace = run('9c');
    const back = eventsOf(trace, 'replicated').filter((event) => processId(trace, event.process) === 'nodeA');
    expect(back.map(({ peer, upTo }) => [processId(trace, peer), upTo])).toEqual([
      ['replicaA1', 1],
      ['replicaA1', 2],
      ['replicaA1', 3],
      ['replicaA1', 4],
    ]);
  });

  /** What client 1 asked and was answered before it got its nth lock, without its scripts. */
  const askedFor = (name: string, nth: number): readonly string[] => {
    const trace = run(name);
    const client = processIndex(trace, 'client1');
    const from = eventsOf(trace, 'acquiring').filter(({ process }) => process === client)[nth - 1]?.seq ?? 0;
    const until = eventsOf(trace, 'acquired').filter(({ process }) => process === client)[nth - 1]?.seq ?? 0;
    return eventsOf(trace, 'sent')
      .filter(({ seq, process, peer }) => seq > from && seq < until && (process === client || peer === client))
      .map(({ text }) => textOf(trace, text).replaceAll(/\s+/g, ' ').trim())
      .filter((words) => /INFO|WAIT|connected|^\d$/.test(words));
  };
  const info = (count: number) => ['INFO replication', `role:master connected_slaves:${count}`];

  test.each<readonly [string, number, readonly string[]]>([
    ['94', 1, [...info(2), 'WAIT 2 1000', '1']],
    ['94b', 1, [...info(1), 'WAIT 1 1000', '1']],
    ['94c', 1, info(0)],
    ['94d', 1, info(0)],
    ['94d', 2, []],
    ['94d:fix', 2, [...info(1), 'WAIT 1 1000', '1']],
  ])('story %s: what RLock asks before its lock number %i', (name, nth, asked) => {
    expect(askedFor(name, nth)).toEqual(asked);
  });

  test('a fenced lock counts anew at a master that has lost its counter', () => {
    const trace = run('94e');
    expect(eventsOf(trace, 'acquired').map(({ token }) => token)).toEqual([1, 1]);
  });

  test('WAIT whose answer is ignored has answered 0', () => {
    const trace = run('9c3');
    const answers = eventsOf(trace, 'sent').filter(
      ({ leg, peer, seq }) =>
        leg === 1 && processId(trace, peer) === 'client1' && seq < first(trace, 'acquired', 'client1').seq,
    );
    expect(answers.map(({ text }) => textOf(trace, text))).toEqual(['OK', '0']);
  });

  test('two masters grant the lock at once', () => {
    const trace = run('9e');
    const grants = eventsOf(trace, 'entrySet').map(({ process, peer }) => [
      processId(trace, process),
      processId(trace, peer),
    ]);
    expect(grants.filter(([node]) => node === 'nodeA')).toEqual([['nodeA', 'client1']]);
    expect(grants).toContainEqual(['replicaA1', 'client2']);
  });
});

describe('Redlock', () => {
  test('takes its five steps in their order', () => {
    const trace = run('10');
    const steps = eventsOf(trace, 'step').map(
      ({ process, text }) => `${processId(trace, process)} ${textOf(trace, text)}`,
    );
    const own = steps.filter((step) => step.startsWith('client1')).map((step) => step.slice('client1 '.length));
    expect(own).toEqual([
      'think',
      'acquire',
      't1',
      'ask',
      't2',
      'validity',
      'read',
      'work',
      'write',
      'release',
      'release-nodes',
    ]);
    expect(nodesOf(trace, 'client1')).toBe('ABCE');
  });

  test.each([
    ['11', 'ABC'],
    ['11c', 'AB'],
    ['11d', 'ABC'],
  ])('story %s gets along with %s', (name, nodes) => {
    const trace = run(name);
    expect(nodesOf(trace, 'client1')).toBe(nodes);
    expect(nodesOf(trace, 'client2')).toBe(nodes);
  });

  test.each(['11b', '11e'])('story %s lets nobody in before C is back, and both afterwards', (name) => {
    const trace = run(name);
    const back = first(trace, 'started', 'nodeC').at;
    const entered = eventsOf(trace, 'acquired').map(({ at }) => at);
    expect(entered.length).toBe(2);
    expect(Math.min(...entered)).toBeGreaterThan(back);
  });

  test.each([
    ['12', 'ABC', 'CDE'],
    ['12b', 'ABC', 'BDE'],
    ['13', 'ABC', 'CDE'],
    ['13c', 'ABC', 'CDE'],
    ['17', 'ABC', 'ABCDE'],
    ['17b', 'ABC', 'CDE'],
    ['49', 'ABC', 'DE'],
    ['49b', 'AB', 'CD'],
    ['56', 'ABC', 'AB'],
    ['62', 'AB', 'CDE'],
    ['62:fix', 'ABCDE', 'CDE'],
    ['71d', 'ABC', 'CDE'],
    ['71e', 'ABC', 'CDE'],
  ])('in story %s client 1 has %s and client 2 %s', (name, first, second) => {
    const trace = run(name);
    expect(nodesOf(trace, 'client1')).toBe(first);
    expect(nodesOf(trace, 'client2')).toBe(second);
  });

  test.each(['12', '12b', '13', '13c'])('story %s has both clients inside at once', (name) => {
    expect(pairs(run(name), 'overlap')).toEqual(['client1 client2']);
  });

  test.each([
    ['12', 0],
    ['13', 0],
    ['13:fix', 1],
    ['13b', 1],
    ['13c', 0],
  ])('in story %s node C comes back with %i keys', (name, kept) => {
    expect(first(run(name), 'started', 'nodeC').kept).toBe(kept);
  });
});

describe('as an article tells it', () => {
  test.each(['25c', '25c:fix'])(
    'story %s: all nodes have the key, and client 1 stops before it reads an answer',
    (name) => {
      const trace = run(name);
      const paused = first(trace, 'paused', 'client1').seq;
      const resumed = first(trace, 'resumed', 'client1').seq;
      const set = eventsOf(trace, 'entrySet').filter(
        ({ peer, seq }) => processId(trace, peer) === 'client1' && seq < resumed,
      );
      expect(set.map(({ process }) => processId(trace, process)).sort()).toEqual([
        'nodeA',
        'nodeB',
        'nodeC',
        'nodeD',
        'nodeE',
      ]);
      expect(first(trace, 'received', 'client1').seq).toBeGreaterThan(resumed);
      const { seq } = first(trace, 'acquired', 'client2');
      expect(seq).toBeGreaterThan(paused);
      expect(seq).toBeLessThan(resumed);
    },
  );

  test.each([
    ['38k', '1'],
    ['38l', '2'],
  ])('story %s: the script that extends answers %s', (name, code) => {
    const trace = run(name);
    const answers = eventsOf(trace, 'sent').filter(({ peer }) => processId(trace, peer) === 'client1');
    expect(answers.map(({ text }) => textOf(trace, text))).toContain(code);
    expect(reasons[first(trace, 'refused', 'client1').reason]).toBe('error');
  });
});

describe('what the chain names', () => {
  const rulesOf = (name: string): readonly string[] => runOfStory(name).verdict.chain.map(({ rule }) => rule);

  test.each(['32', '32c', '53', '53b'])(
    'story %s: that a token fell comes before the refusal that it led to',
    (name) => {
      const rules = rulesOf(name);
      expect(rules).toContain('tokenFell');
      expect(rules.indexOf('tokenFell')).toBeLessThan(rules.indexOf('refusedRightful'));
    },
  );

  test('where a token was refused though none fell, nothing is said of it', () => {
    expect(rulesOf('29c2')).toContain('refusedRightful');
    expect(rulesOf('29c2')).not.toContain('tokenFell');
  });

  test.each([
    ['34', 1],
    ['34b', 0],
    ['43c', 0],
  ])('in story %s there is no lock at all: %i', (name, unlocked) => {
    for (const { rule, values } of runOfStory(name).verdict.chain)
      if (rule === 'neverTwo' || rule === 'granted') expect(values.unlocked).toBe(unlocked);
  });
});
