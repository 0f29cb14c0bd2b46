// Runs of the articles as handwritten traces. Each is the shortest one that makes its point.
import type { Trace } from '../../../src/core/model/trace/trace';
import { traceOf } from '../../support/traceOf';

/** Client 1 locks, works, writes and releases, and then client 2 does. */
export function oneAfterTheOther(): Trace {
  const run = traceOf();
  run.grant(0, 'client1', 1);
  run.read(40, 'client1');
  run.write(100, 'client1', { basedOn: 0, value: 42 });
  run.release(120, 'client1', 1);
  run.finished(140, 'client1', 1);
  run.grant(200, 'client2', 2);
  run.read(240, 'client2');
  run.write(300, 'client2', { basedOn: 1, value: 43 });
  run.release(320, 'client2', 2);
  run.finished(340, 'client2', 1);
  return run.trace();
}

/** Client 1 reads, pauses past its lease, and writes after client 2 has. */
export function pauseBeforeTheWrite(): Trace {
  const run = traceOf({
    faults: { pause: { kind: 'pause', process: 'client1', when: { kind: 'time', at: 60 }, for: 2900 } },
  });
  run.grant(0, 'client1', 1);
  run.read(40, 'client1');
  run.add(60, 'faultStruck', 'client1', { fault: 0 });
  run.add(60, 'paused', 'client1', { fault: 0 });
  run.gone(2010, 'ABCDE', 1);
  run.grant(2100, 'client2', 2);
  run.read(2140, 'client2');
  run.write(2300, 'client2', { basedOn: 0, value: 42 });
  run.add(2960, 'resumed', 'client1');
  run.write(2980, 'client1', { basedOn: 0, value: 42 });
  run.release(3000, 'client1', 1, '');
  run.finished(3040, 'client1', 1);
  run.release(3100, 'client2', 2);
  run.finished(3140, 'client2', 1);
  return run.trace();
}

/** The same with a fencing check: the older token is rejected. */
export function pauseWithTokens(): Trace {
  const run = traceOf();
  run.grant(0, 'client1', 1, { token: 33 });
  run.read(40, 'client1');
  run.add(60, 'paused', 'client1', { fault: -1 });
  run.gone(2010, 'ABCDE', 1);
  run.grant(2100, 'client2', 2, { token: 34 });
  run.read(2140, 'client2');
  run.write(2300, 'client2', { basedOn: 0, value: 42, token: 34 });
  run.add(2960, 'resumed', 'client1');
  run.add(2980, 'rejected', 'storage', { peer: 'client1', token: 33, against: 34, value: 42 });
  run.release(3000, 'client1', 1, '');
  run.finished(3040, 'client1', 0);
  run.release(3100, 'client2', 2);
  run.finished(3140, 'client2', 1);
  return run.trace();
}

/** Client 1 has A, B and C; C forgets; client 2 gets C, D and E. */
export function nodeForgets(): Trace {
  const run = traceOf();
  run.grant(0, 'client1', 1, { nodes: 'ABC' });
  run.add(100, 'crashed', 'nodeC', { fault: -1, power: 0 });
  run.gone(100, 'C', 2);
  run.add(100, 'started', 'nodeC', { kept: 0 });
  run.grant(200, 'client2', 2, { nodes: 'CDE' });
  run.release(400, 'client1', 1, 'AB');
  run.finished(440, 'client1', 1);
  run.release(500, 'client2', 2, 'CDE');
  run.finished(540, 'client2', 1);
  return run.trace();
}

/** One node, a key without an expiry, and its owner crashes. */
export function noExpiry(): Trace {
  const run = traceOf({ nodeCount: 1 });
  run.grant(0, 'client1', 1, { nodes: 'A', ttl: -1 });
  run.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
  run.add(300, 'acquiring', 'client2', { hold: 2 });
  return run.trace(10_000);
}

/** One node and a fixed value: client 1 wakes and deletes the key of client 2, and client 3 gets in. */
export function fixedValue(): Trace {
  const run = traceOf({ nodeCount: 1, settings: { clients: 3 } });
  run.grant(0, 'client1', 1, { nodes: 'A' });
  run.add(60, 'paused', 'client1', { fault: -1 });
  run.gone(2010, 'A', 1);
  run.grant(2100, 'client2', 2, { nodes: 'A' });
  run.add(2300, 'resumed', 'client1');
  run.release(2310, 'client1', 1, 'A');
  run.grant(2400, 'client3', 3, { nodes: 'A' });
  run.release(2600, 'client2', 2, '');
  run.release(2700, 'client3', 3, 'A');
  for (const client of ['client1', 'client2', 'client3'] as const) run.finished(2800, client, 1);
  return run.trace();
}

/** Client 1 gives up at the end of its validity. Its write is slow and arrives during client 2's turn. */
export function onlyTheNetworkWasSlow(): Trace {
  const run = traceOf();
  run.grant(0, 'client1', 1);
  run.read(40, 'client1');
  run.add(1980, 'stopped', 'client1', { hold: 1, reason: 8 });
  run.finished(1980, 'client1', 0);
  run.gone(2010, 'ABCDE', 1);
  run.grant(2100, 'client2', 2);
  run.read(2140, 'client2');
  run.write(2200, 'client2', { basedOn: 0, value: 42 });
  run.write(2250, 'client1', { basedOn: 0, value: 42 });
  run.release(2300, 'client2', 2);
  run.finished(2340, 'client2', 1);
  return run.trace();
}

/** The key of a crashed holder stands until it expires. Client 2 waits that long. */
export function crashedHolder(patience = 5000): Trace {
  const run = traceOf({ settings: { patience } });
  run.grant(0, 'client1', 1);
  run.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
  run.add(300, 'acquiring', 'client2', { hold: 2 });
  run.add(320, 'refused', 'client2', { hold: 2, reason: 1 });
  run.gone(2010, 'ABCDE', 1);
  run.grant(2100, 'client2', 3);
  run.write(2200, 'client2', { basedOn: -1, value: 42 });
  run.release(2220, 'client2', 3);
  run.finished(2240, 'client2', 1);
  return run.trace();
}

/** Client 1 is paused while it acquires, for longer than its patience, and finds no validity left. */
export function pauseThatIsNoticed(): Trace {
  const run = traceOf();
  run.add(0, 'acquiring', 'client1', { hold: 1 });
  for (const node of 'ABCDE') run.set(10, 'client1', node, 2000);
  run.add(15, 'paused', 'client1', { fault: -1 });
  run.gone(2010, 'ABCDE', 1);
  run.add(6000, 'resumed', 'client1');
  run.add(6000, 'refused', 'client1', { hold: 1, reason: 3 });
  run.finished(6020, 'client1', 0);
  return run.trace();
}

/** Client 1 has all answers, is paused, and does not check their age. Client 2 gets the lock meanwhile. */
export function pauseThatIsNotNoticed(): Trace {
  const run = traceOf();
  run.add(0, 'acquiring', 'client1', { hold: 1 });
  for (const node of 'ABCDE') run.set(10, 'client1', node, 2000);
  run.add(15, 'paused', 'client1', { fault: -1 });
  run.gone(2010, 'ABCDE', 1);
  run.grant(2100, 'client2', 2);
  run.add(2200, 'resumed', 'client1');
  run.add(2200, 'acquired', 'client1', { hold: 1, validFor: 2_000_000, token: -1 });
  run.add(2250, 'rejected', 'storage', { peer: 'client1', token: 1, against: 2, value: 43 });
  run.release(2300, 'client2', 2);
  run.release(2400, 'client1', 1, '');
  run.finished(2440, 'client2', 1);
  run.finished(2440, 'client1', 0);
  return run.trace();
}

/** Client 1 dies before it hears that it has the lock. Its key expires, and client 2 gets in. */
export function crashedAsking(): Trace {
  const run = traceOf({ nodeCount: 1 });
  run.add(0, 'acquiring', 'client1', { hold: 1 });
  run.set(10, 'client1', 'A', 2000);
  run.add(15, 'crashed', 'client1', { fault: -1, power: 0 });
  run.gone(2010, 'A', 1);
  run.grant(2100, 'client2', 2, { nodes: 'A' });
  run.release(2200, 'client2', 2, 'A');
  return run.trace();
}

/** A lock whose keys never expire by themselves: client 1 dies, and client 2 replaces its key with its own. */
export function replaced(): Trace {
  const run = traceOf({ nodeCount: 1 });
  run.grant(0, 'client1', 1, { nodes: 'A', ttl: -1 });
  run.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
  run.add(2100, 'acquiring', 'client2', { hold: 2 });
  run.set(2110, 'client2', 'A', -1);
  run.add(2120, 'acquired', 'client2', { hold: 2, validFor: -1, token: -1 });
  run.release(2200, 'client2', 2, 'A');
  return run.trace();
}

/**
 * The release of client 1 is under way until its key has expired and client 2's key has replaced it. The node answers
 * no.
 */
export function lateRelease(): Trace {
  const run = traceOf({ nodeCount: 1 });
  run.grant(0, 'client1', 1, { nodes: 'A' });
  run.add(500, 'releasing', 'client1', { hold: 1 });
  run.add(500, 'sent', 'client1', { peer: 'nodeA', message: 0, text: 'compareAndDelete', leg: 0 });
  run.add(600, 'released', 'client1', { hold: 1, reason: 4 });
  run.gone(2010, 'A', 1);
  run.grant(2100, 'client2', 2, { nodes: 'A' });
  run.add(2200, 'arrived', 'nodeA', { peer: 'client1', message: 0 });
  run.add(2200, 'received', 'nodeA', { peer: 'client1', message: 0, ok: 0 });
  run.release(2300, 'client2', 2, 'A');
  return run.trace();
}

/**
 * A pool lends both clients one session. The answer to client 1 comes after client 2 has locked in that session, too.
 */
export function sharedSession(): Trace {
  const run = traceOf({ nodeCount: 1 });
  const locks = (at: number, peer: string, value: string): void => {
    run.add(at, 'entrySet', 'nodeA', { peer, entry: 'stock', value, expiresIn: -1 });
  };
  run.add(0, 'acquiring', 'client1', { hold: 1 });
  locks(10, 'client1', 'session 1 ×2');
  locks(20, 'client1', 'session 1');
  run.add(25, 'acquiring', 'client2', { hold: 2 });
  locks(30, 'client2', 'session 1 ×2');
  run.add(40, 'acquired', 'client2', { hold: 2, validFor: -1, token: -1 });
  run.add(50, 'acquired', 'client1', { hold: 1, validFor: -1, token: -1 });
  run.release(100, 'client2', 2, 'A');
  run.release(110, 'client1', 1, '');
  return run.trace();
}
