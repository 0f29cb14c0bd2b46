// The chain of causes: which rules explain a run, in which order, and on which events they rest.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Trace } from '../../../src/core/model/trace/trace';
import { readEvent } from '../../../src/core/model/trace/traceReader';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';
import * as runs from './runs';

const rulesOf = (trace: Trace): readonly string[] => judge(trace, parts).chain.map(({ rule }) => rule);

/**
 * Client 1 locks A, A dies, and its replica takes over; client 2 locks the replica.
 * @param copied the replica had received the key
 */
function failover({ copied }: { copied: boolean }): Trace {
  const run = traceOf({
    nodeCount: 1,
    header: {
      processes: [
        { id: 'client1', role: 'client', uncertainty: 0 },
        { id: 'client2', role: 'client', uncertainty: 0 },
        { id: 'nodeA', role: 'node', uncertainty: 0 },
        { id: 'replicaA1', role: 'replica', uncertainty: 0 },
        { id: 'storage', role: 'storage', uncertainty: 0 },
      ],
    },
  });
  run.grant(0, 'client1', 1, { nodes: 'A' });
  if (copied)
    run.add(30, 'entrySet', 'replicaA1', { peer: 'client1', entry: 'stock', value: 'of client1', expiresIn: 60_000 });
  run.add(50, 'crashed', 'nodeA', { fault: -1, power: 0 });
  run.gone(50, 'A', 2);
  run.add(60, 'promoted', 'replicaA1', { peer: 'nodeA', lost: 1 });
  run.add(100, 'acquiring', 'client2', { hold: 2 });
  run.add(110, 'entrySet', 'replicaA1', { peer: 'client2', entry: 'stock', value: 'b91e', expiresIn: 2_000_000 });
  run.add(120, 'acquired', 'client2', { hold: 2, validFor: 1_900_000, token: -1 });
  run.release(300, 'client1', 1, '');
  return run.trace();
}

describe('the chain', () => {
  test.each([
    ['a pause before the write', runs.pauseBeforeTheWrite(), 'granted paused expired grantedToo wrote overwrote'],
    ['a pause, and a check', runs.pauseWithTokens(), 'granted paused expired grantedToo bothInside refusedWrite'],
    ['a node that forgets', runs.nodeForgets(), 'granted restarted grantedToo bothInside'],
    ['a deleted key', runs.fixedValue(), 'granted paused expired grantedToo bothInside deletedAnother grantedToo'],
    ['a write that is late', runs.onlyTheNetworkWasSlow(), 'granted gaveUp expired grantedToo wrote overwrote'],
    [
      'a pause that was not noticed',
      runs.pauseThatIsNotNoticed(),
      'keySetFirst paused expired granted tookForGranted bothInside refusedWrite',
    ],
    ['a session that two share', runs.sharedSession(), 'keySetFirst tookOver granted tookForGranted bothInside'],
    ['a key that stays', runs.noExpiry(), 'granted crashed keyStays waitsForEver'],
    ['a wait', runs.crashedHolder(1500), 'crashed keyInTheWay refusedTries waited healed'],
    ['a crash that the expiry fixes', runs.crashedHolder(), 'granted crashed expiredAfterCrash grantedToo neverTwo'],
    ['a pause that was noticed', runs.pauseThatIsNoticed(), 'paused noValidity nobodyGot'],
    ['a crash before it knew', runs.crashedAsking(), 'keySet crashed expiredAfterCrash granted released neverTwo'],
    ['a holder that is replaced', runs.replaced(), 'granted crashed tookOver grantedToo neverTwo'],
    ['a release that found another’s key', runs.lateRelease(), 'granted leftInTime grantedToo keySpared neverTwo'],
    ['nothing at all', runs.oneAfterTheOther(), 'granted released grantedToo neverTwo'],
  ])('of %s', (_, trace, rules) => {
    expect(rulesOf(trace).join(' ')).toBe(rules);
  });

  test('names the nodes that counted, not what was taken back', () => {
    const run = traceOf({ settings: { clients: 1 } });
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    run.set(10, 'client1', 'A', 2000);
    run.gone(20, 'A', 0, 'client1');
    for (const node of 'BCD') run.set(30, 'client1', node, 2000);
    run.add(40, 'acquired', 'client1', { hold: 1, validFor: 1_900_000, token: -1 });
    const [granted] = judge(run.trace(), parts).chain;
    expect(granted?.values).toMatchObject({
      client: 'client1',
      nodes: ['nodeB', 'nodeC', 'nodeD'],
      validFor: 1_900_000,
    });
  });

  test('names the master for a key that its replica has a copy of', () => {
    const [granted] = judge(failover({ copied: true }), parts).chain;
    expect(granted?.values).toMatchObject({ client: 'client1', nodes: ['nodeA'] });
  });

  test('keeps the point when too much went wrong to tell all of it', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { nodes: 'ABC' });
    for (let i = 0; i < 9; i++) {
      run.add(30 + i, 'paused', 'client1', { fault: -1 });
      run.add(30 + i, 'resumed', 'client1');
    }
    run.grant(100, 'client2', 2, { nodes: 'CDE' });
    const rules = rulesOf(run.trace(500));
    expect(rules).toHaveLength(7);
    expect(rules[0]).toBe('granted');
    expect(rules.slice(-2)).toEqual(['grantedToo', 'bothInside']);
  });

  test('stands on the events that it tells', () => {
    const trace = runs.pauseBeforeTheWrite();
    const kinds = judge(trace, parts).chain.map(({ events }) => readEvent(trace, events[0] ?? -1).kind);
    expect(kinds).toEqual(['acquired', 'paused', 'entryGone', 'acquired', 'wrote', 'wrote']);
  });

  test.each([
    [0, 'The key expired by itself, 1.9 s after the crash.'],
    [2, 'The key expired by itself, 1.9 s after the thread had died.'],
  ])('says what had died when a key expired (%i)', (power, text) => {
    const run = traceOf({ nodeCount: 1 });
    run.grant(0, 'client1', 1, { nodes: 'A' });
    run.add(110, 'crashed', 'client1', { fault: -1, power });
    run.gone(2010, 'A', 1);
    run.grant(2100, 'client2', 2, { nodes: 'A' });
    run.release(2200, 'client2', 2, 'A');
    expect(explain(judge(run.trace(), parts), speechOf.en).chain.map((cause) => cause.text)).toContain(text);
  });

  test('says of a holder that only worked too long that it did not look', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1, { ttl: 1000 });
    run.gone(1010, 'ABCDE', 1);
    run.grant(1100, 'client2', 2);
    run.release(1500, 'client1', 1, '');
    expect(rulesOf(run.trace())).toContain('workedOn');
    expect(rulesOf(runs.pauseBeforeTheWrite())).not.toContain('workedOn');
  });

  test('says how many nodes were away when too few were left', () => {
    const run = traceOf({ settings: { patience: 1000 } });
    for (const node of ['nodeC', 'nodeD', 'nodeE'] as const) run.add(0, 'crashed', node, { fault: -1, power: 0 });
    run.add(10, 'acquiring', 'client1', { hold: 1 });
    const cause = judge(run.trace(3000), parts).chain.find(({ rule }) => rule === 'nodesAway');
    expect(cause?.values).toMatchObject({
      nodes: ['nodeC', 'nodeD', 'nodeE'],
      down: 3,
      total: 5,
      quorum: 3,
      isTooMany: 1,
    });
  });

  test.each([
    [2000, 'stays on node A, valid until 2.000 s.'],
    [-1, 'stays on node A and has no expiry.'],
  ])('says of a key that others may take over until when it is valid (%i)', (until, text) => {
    const run = traceOf({ nodeCount: 1, settings: { patience: 500 }, header: { keysLapse: true } });
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    run.set(10, 'client1', 'A', -1);
    run.add(20, 'acquired', 'client1', { hold: 1, validFor: until < 0 ? -1 : (until - 20) * 1000, token: -1 });
    run.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
    run.add(300, 'acquiring', 'client2', { hold: 2 });
    run.add(320, 'refused', 'client2', { hold: 2, reason: 1 });
    const { chain } = explain(judge(run.trace(1500), parts), speechOf.en);
    expect(chain.map((cause) => cause.text)).toContain(`The key of client 1, which had crashed, ${text}`);
  });

  test.each([
    ['in its release', true, 'duration', ', called release at 0.100 s, and stayed in it for 5.9 s.'],
    ['in its work', false, 'duration', ' and stayed inside for 5.98 s.'],
    ['in its release for ever', true, 'quiet', ', called release at 0.100 s, and waits in it for something'],
  ] as const)('says of a client that had the lock that it stayed %s', (_, isReleasing, ended, text) => {
    const run = traceOf({ nodeCount: 1, settings: { clients: 1 }, header: { ended } });
    run.grant(0, 'client1', 1, { nodes: 'A' });
    if (isReleasing) run.add(100, 'releasing', 'client1', { hold: 1 });
    const { chain, facts, sentence } = explain(judge(run.trace(6000), parts), speechOf.en);
    const said = [...chain, ...facts].map((one) => one.text);
    expect(said.join(' ')).toContain(`Client 1 got the lock at 0.020 s${text}`);
    expect([sentence, ...said].join(' ')).not.toMatch(/kept trying|has wanted the lock/);
  });

  test('says how the votes were split', () => {
    const run = traceOf({ settings: { patience: 1000, clients: 3 } });
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    run.add(0, 'acquiring', 'client2', { hold: 2 });
    for (const node of 'AB') run.set(10, 'client1', node, 5000);
    for (const node of 'CD') run.set(10, 'client2', node, 5000);
    run.set(11, 'client3', 'E', 5000);
    const cause = judge(run.trace(3000), parts).chain.find(({ rule }) => rule === 'split');
    expect(cause?.values).toMatchObject({
      votes: [
        ['client1', 2],
        ['client2', 2],
        ['client3', 1],
      ],
      quorum: 3,
    });
  });

  test('of a failover names what the replica had not seen', () => {
    const { chain, outcome } = judge(failover({ copied: false }), parts);
    expect(outcome).toBe('overlap');
    expect(chain.find(({ rule }) => rule === 'promoted')?.values).toMatchObject({ replica: 'replicaA1', lost: 1 });
    expect(chain.find(({ rule }) => rule === 'grantedToo')?.values).toMatchObject({ nodes: ['replicaA1'] });
  });
});

test('who was let in by its own error is not the rightful holder', () => {
  const kinds = judge(runs.pauseThatIsNotNoticed(), parts).facts.map(({ kind }) => kind);
  expect(kinds).toContain('rejected');
  expect(kinds).not.toContain('rightful-rejected');
});
