// Resources with several processes: replicas with their marks, and a primary with a lagging replica, without a
// simulator.
import { describe, expect, test } from 'vitest';
import { command, ok } from '../../../src/core/model/effects/request';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { laggingReplica } from '../../../src/core/storage/laggingReplica';
import { replicas } from '../../../src/core/storage/replicas';
import { DrivenWorld } from '../../support/drive';
import { KeptStore } from '../../support/keptStore';
import { held, StorageSite } from '../../support/storageSite';

describe('replicas', () => {
  const three: readonly ProcessId[] = ['storageA', 'storageB', 'storageC'];
  const site = (marks: string, asks = 'majority') => new StorageSite(replicas, { marks, asks }, three);

  test('has as many processes as are set', () => {
    const processes = (count: number) => replicas.processes?.({ replicas: count, marks: 'epoch' } as never);
    expect(processes(3)).toEqual(three);
    expect(processes(1)).toEqual(['storageA']);
  });

  test('an epoch finds no majority once a newer one has marked it', () => {
    const store = site('epoch');
    expect(store.read(held(33))).toEqual({ kind: 'read', value: 42, version: 1 });
    expect(store.read(held(34)).kind).toBe('read');
    expect(store.write(held(33), 43, 1)).toEqual({ kind: 'rejected' });
    expect(store.asked).not.toContain('storageA WRITE');
    expect(store.write(held(34), 43, 1)).toEqual({ kind: 'written', version: 2 });
    expect(store.read(held(33))).toEqual({ kind: 'rejected' });
  });

  test('a write with an old epoch is refused also where it was not marked again', () => {
    const store = site('epoch').store();
    store.ask(command('MARK', 34));
    expect(store.ask(command('WRITE', 43, 1, 33))).toBe(null);
    expect(store.ask(command('WRITE', 43, 1, 34))).toBe(2);
  });

  test('a reader adopts the newest of what its majority has, by epoch before version', () => {
    const store = site('epoch');
    store.store('storageA').ask(command('WRITE', 90, 1, 33));
    expect(store.read(held(34))).toEqual({ kind: 'read', value: 90, version: 2 });
    store.store('storageA').ask(command('WRITE', 91, 2, 34));
    store.store('storageB').ask(command('WRITE', 92, 1, 35));
    store.silent.add('storageC');
    expect(store.read(held(36))).toEqual({ kind: 'read', value: 92, version: 2 });
  });

  test('where all are asked, one that is silent stops reads and writes; a majority goes on', () => {
    for (const [asks, kind] of [
      ['all', 'failed'],
      ['majority', 'read'],
    ] as const) {
      const store = site('epoch', asks);
      expect(store.read(held(33)).kind).toBe('read');
      store.silent.add('storageC');
      expect(store.read(held(33)).kind).toBe(kind);
      expect(store.write(held(33), 43, 1).kind).toBe(kind === 'read' ? 'written' : 'failed');
    }
  });

  test('tokens compared without marks: a read leaves nothing, and only a newer write shuts out an older one', () => {
    const store = site('compared');
    store.read(held(34));
    expect(store.write(held(33), 43, 1)).toEqual({ kind: 'written', version: 2 });
    expect(store.write(held(34), 52, 1)).toEqual({ kind: 'written', version: 2 });
    expect(store.write(held(33), 44, 2)).toEqual({ kind: 'rejected' });
    expect(store.asked).not.toContain('storageA MARK');
  });

  test('random marks: the old client marks again, and wins', () => {
    const store = site('random');
    store.read(held(33));
    store.read(held(34));
    store.write(held(34), 43, 1);
    expect(store.write(held(33), 99, 1)).toEqual({ kind: 'written', version: 2 });
    expect(store.store('storageB').cell.value).toBe(99);
  });

  test('random marks: a write whose mark is gone is refused', () => {
    const store = site('random').store();
    store.ask(command('MARK', 'a'));
    store.ask(command('MARK', 'b'));
    expect(store.ask(command('WRITE', 43, 1, 'a'))).toBe(null);
    expect(store.log.at(-1)).toEqual({ rejected: { check: 'owner', value: 43 } });
    expect(store.ask(command('WRITE', 43, 1, 'b'))).toBe(2);
  });

  test('no marks: anything is taken, and nothing is asked before it', () => {
    const store = site('none');
    store.write(held(34), 43, 1);
    expect(store.write(held(33), 99, 1)).toEqual({ kind: 'written', version: 2 });
    expect(store.asked.filter((asked) => asked.endsWith('MARK'))).toEqual([]);
  });

  test('one replica away is enough of a majority, two are not', () => {
    const store = site('epoch');
    store.silent.add('storageC');
    expect(store.read(held(1)).kind).toBe('read');
    expect(store.write(held(1), 43, 1).kind).toBe('written');
    store.silent.add('storageB');
    expect(store.read(held(2))).toEqual({ kind: 'failed' });
    expect(store.write(held(2), 44, 2)).toEqual({ kind: 'failed' });
  });
});

describe('a replica that lags', () => {
  test.each([
    ['replica', 'storageA'],
    ['primary', 'storage'],
  ])('reads go to the %s, writes to the primary', (reads, from) => {
    const asked: string[] = [];
    const world = new DrivenWorld({
      answer: ({ to, request }) => {
        asked.push(`${to} ${request.command}`);
        return { reply: ok([42, 1]), afterMs: 1 };
      },
    });
    const settings = { reads, lag: 500, check: 'none' } as never;
    const storages: readonly ProcessId[] = ['storage', 'storageA'];
    const context = { me: 'client1', storage: 'storage', storages, settings, timeout: null } as const;
    world.run(laggingReplica.read(context, held(1)));
    world.run(laggingReplica.write(context, held(1), { value: 43, base: 1 }));
    expect(asked).toEqual([`${from} READ`, 'storage WRITE']);
  });

  test('the primary sends a write on when the lag is over; its writer does not wait', () => {
    const store = new KeptStore(laggingReplica, { lag: 700 });
    const world = new DrivenWorld({ answer: () => ({ reply: ok(1), afterMs: 1 }) });
    expect(world.run(store.begin(command('WRITE', 43, 1)))).toBe(2);
    expect(world.atMs).toBe(0);
    world.run(world.forked[0] as never);
    expect(world.sleepsMs).toEqual([700]);
    expect(world.sent.map(({ to, text }) => `${to} ${text}`)).toEqual(['storageA APPLY 43 2']);
  });

  test('the replica takes what is newer, and leaves what is older', () => {
    const replica = new KeptStore(laggingReplica, {}, 'storageA');
    replica.ask(command('APPLY', 44, 3));
    replica.ask(command('APPLY', 43, 2));
    expect(replica.ask(command('READ'))).toEqual([44, 3]);
    expect(replica.log).toEqual([{ adopted: 44, version: 3 }, { read: null }]);
  });

  test.each([
    ['version', command('WRITE', 43, 7), { check: 'version', base: 7, against: 1, value: 43 }],
    ['token', command('WRITE', 43, 1), { check: 'token', token: null, against: null, value: 43 }],
  ] as const)('checks the %s where that is set', (check, request, rejected) => {
    const store = new KeptStore(laggingReplica, { check });
    expect(store.ask(request)).toBe(null);
    expect(store.log).toEqual([{ rejected }]);
  });

  test('tokens that grow are taken', () => {
    const store = new KeptStore(laggingReplica, { check: 'token' });
    const write = (token: number) =>
      new DrivenWorld({ answer: () => ({ reply: ok(1), afterMs: 1 }) }).run(
        store.begin(command('WRITE', 43, 1, token)),
      );
    expect([33, 34, 33, 34].map(write)).toEqual([2, 3, null, 4]);
  });
});
