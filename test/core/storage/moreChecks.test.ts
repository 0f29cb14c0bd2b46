// The checks that take several steps, marks or parts: what each accepts and refuses, without a simulator.
import { describe, expect, test } from 'vitest';
import { command, connectionClosed, ok, type Reply, type Value } from '../../../src/core/model/effects/request';
import type { Resource } from '../../../src/core/model/scenario/resource';
import { checkSequencer } from '../../../src/core/storage/checkSequencer';
import { chunks } from '../../../src/core/storage/chunks';
import { fencing } from '../../../src/core/storage/fencing';
import { mail } from '../../../src/core/storage/mail';
import { markedOwner } from '../../../src/core/storage/markedOwner';
import { newestSequencer } from '../../../src/core/storage/newestSequencer';
import { replicas } from '../../../src/core/storage/replicas';
import { twoStep } from '../../../src/core/storage/twoStep';
import { uniqueToken } from '../../../src/core/storage/uniqueToken';
import { DrivenWorld } from '../../support/drive';
import { KeptStore } from '../../support/keptStore';
import { held, StorageSite } from '../../support/storageSite';

describe('check and write in two steps', () => {
  const write = (value: number, token: number) => command('WRITE', value, 1, token);

  test('a write that has passed its check lands after a newer one', () => {
    const store = new KeptStore(twoStep);
    const old = store.begin(write(33, 33));
    expect(old.next().done).toBe(false);
    expect(store.steps(write(34, 34), undefined)).toBe(2);
    expect(old.next()).toEqual({ done: true, value: 3 });
    expect(store.cell.value).toBe(33);
  });

  test.each([
    [
      [33, 34],
      [2, 3],
    ],
    [
      [34, 34],
      [2, 3],
    ],
    [
      [34, 33],
      [2, null],
    ],
  ] as const)('one after the other, tokens %j are answered %j', (tokens, answers) => {
    const store = new KeptStore(twoStep);
    const found = tokens.map((token) => {
      const program = store.begin(write(token, token));
      const first = program.next();
      return first.done ? first.value : program.next().value;
    });
    expect(found).toEqual(answers);
  });

  test('the token that a read leaves stops what comes to its check later, not what has passed it', () => {
    const store = new KeptStore(twoStep, { readsLeaveToken: true });
    const passed = store.begin(write(33, 33));
    passed.next();
    expect(store.ask(command('READ', 34))).toEqual([42, 1]);
    expect(store.ask(write(33, 33))).toBe(null);
    expect(passed.next().value).toBe(2);
    expect(store.log.filter((entry) => typeof entry === 'object')).toEqual([
      { read: 34 },
      { marked: 34 },
      { rejected: { check: 'token', token: 33, against: 34, value: 33 } },
      { wrote: 33, base: 1, token: 33 },
    ]);
  });
});

describe('unique token', () => {
  test.each([
    ['set-then-read', 'atomic', ['MARK', 'READ', 'WRITE']],
    ['read-then-set', 'atomic', ['READ', 'MARK', 'WRITE']],
    ['set-then-read', 'two-step', ['MARK', 'READ', 'CHECK', 'WRITE']],
  ] as const)('%s, %s: %j', (order, check, requests) => {
    const site = new StorageSite(uniqueToken, { order, check });
    expect(site.read(held(1))).toEqual({ kind: 'read', value: 42, version: 1 });
    expect(site.write(held(1), 43, 1)).toEqual({ kind: 'written', version: 2 });
    expect(site.asked).toEqual(requests.map((request) => `storage ${request}`));
  });

  test('whoever marked last may write, and the other is told that it may not', () => {
    const site = new StorageSite(uniqueToken);
    site.read(held(1));
    site.read(held(2));
    expect(site.write(held(1), 43, 1)).toEqual({ kind: 'rejected' });
    expect(site.store().log.at(-1)).toEqual({ rejected: { check: 'owner', value: 43 } });
    expect(site.write(held(2), 43, 1)).toEqual({ kind: 'written', version: 2 });
  });

  test('an old client that marks again is taken for the new one: no order is kept', () => {
    const site = new StorageSite(uniqueToken);
    site.read(held(2));
    site.store().ask(command('MARK', held(1).owner));
    expect(site.write(held(2), 43, 1)).toEqual({ kind: 'rejected' });
    expect(site.write(held(1), 43, 1)).toEqual({ kind: 'written', version: 2 });
  });

  test('in two steps a write is taken although the mark has changed since its check', () => {
    const store = new KeptStore(uniqueToken, { check: 'two-step' });
    store.ask(command('MARK', 'a'));
    expect(store.ask(command('CHECK', 43, 'a'))).toBe(1);
    store.ask(command('MARK', 'b'));
    expect(store.ask(command('CHECK', 43, 'a'))).toBe(null);
    expect(store.ask(command('WRITE', 43, 1))).toBe(2);
  });
});

describe('marked owner only', () => {
  test('serves the marked, turns away all others until it leaves', () => {
    const site = new StorageSite(markedOwner);
    expect(site.read(held(1)).kind).toBe('read');
    expect(site.read(held(2))).toEqual({ kind: 'rejected' });
    expect(site.write(held(2), 99, 1)).toEqual({ kind: 'rejected' });
    expect(site.store().ask(command('READ', held(2).owner))).toBe(null);
    expect(site.write(held(1), 43, 1)).toEqual({ kind: 'written', version: 2 });
    site.leave(held(2));
    expect(site.read(held(2))).toEqual({ kind: 'rejected' });
    site.leave(held(1));
    expect(site.read(held(2))).toEqual({ kind: 'read', value: 43, version: 2 });
  });

  test('may be marked by its owner again', () => {
    const site = new StorageSite(markedOwner);
    site.read(held(1));
    expect(site.read(held(1)).kind).toBe('read');
  });
});

describe('CheckSequencer', () => {
  const write = command('WRITE', 43, 1, 7, 'stock:exclusive:7');

  test('sends the sequencer with the write, and asks the service with nothing else', () => {
    const world = new DrivenWorld({ answer: () => ({ reply: ok(2), afterMs: 1 }) });
    const context = { me: 'client1', storage: 'storage', storages: ['storage'], settings: {}, timeout: null } as const;
    world.run(checkSequencer.write(context, held(7, 'stock:exclusive:7'), { value: 43, base: 1 }));
    const server = new KeptStore(checkSequencer).begin(write);
    const asked = server.next().value as { what: { to: string; request: unknown; timeout: number } };
    expect(world.sent[0]?.text).toBe('WRITE 43 1 7 stock:exclusive:7');
    expect(asked.what.to).toBe('service');
    expect(asked.what.request).toEqual(command('CHECKSEQUENCER', 'stock:exclusive:7'));
    expect(asked.what.timeout).toBe(1_000_000);
  });

  test.each<readonly [string, Reply, Value]>([
    ['valid', ok(1), 2],
    ['no longer valid', ok(0), null],
    ['no answer', { kind: 'timeout' }, null],
    ['the service is down', connectionClosed, null],
  ])('%s', (_, reply, answer) => {
    const store = new KeptStore(checkSequencer);
    expect(store.steps(write, reply)).toBe(answer);
    expect(store.log).toEqual([
      answer === null ? { rejected: { check: 'sequencer', token: 7, value: 43 } } : { wrote: 43, base: 1, token: 7 },
    ]);
  });

  test('two writes whose answers are under way are both taken', () => {
    const store = new KeptStore(checkSequencer);
    const old = store.begin(write);
    old.next();
    expect(store.steps(command('WRITE', 44, 1, 8, 'stock:exclusive:8'), ok(1))).toBe(2);
    expect(old.next(ok(1)).value).toBe(3);
  });

  test('a read asks nobody', () => {
    expect(new KeptStore(checkSequencer).ask(command('READ'))).toEqual([42, 1]);
  });
});

describe('newest sequencer seen', () => {
  test.each([
    [false, ['W7', 'R8', 'W7', 'W8', 'W7'], [2, [42, 2], 3, 4, null]],
    [true, ['W7', 'R8', 'W7', 'W8', 'W7'], [2, [42, 2], null, 3, null]],
    [true, ['R8', 'R7', 'W8'], [[42, 1], [42, 1], 2]],
  ] as const)('mark at the read %s: %j', (markAtRead, requests, answers) => {
    const store = new KeptStore(newestSequencer, { markAtRead });
    const found = requests.map((request) => {
      const generation = Number(request.slice(1));
      return store.ask(request.startsWith('R') ? command('READ', generation) : command('WRITE', 42, 1, generation));
    });
    expect(found).toEqual(answers);
  });
});

describe('several chunks', () => {
  const chunk = (part: number, token: number) => command('CHUNK', token, 1, token, part);

  test('the whole is accepted with the last part', () => {
    const site = new StorageSite(chunks, { chunks: 3 });
    expect(site.write(held(34), 43, 1)).toEqual({ kind: 'written', version: 2 });
    expect(site.store().log).toEqual([
      { part: 1, value: 43 },
      { part: 2, value: 43 },
      { part: 3, value: 43 },
      { wrote: 43, base: 1, token: 34 },
    ]);
  });

  test.each([
    ['once', false, [1, 1, 2, 3]],
    ['each', false, [1, 1, 2, null]],
    ['once', true, [1, 1, 2, 3]],
    ['each', true, [1, 1, 2, null]],
  ] as const)('checked %s, staged %s: 34 begins, 35 writes all, 34 goes on', (checked, staged, answers) => {
    const store = new KeptStore(chunks, { chunks: 2, checked, staged });
    const found = [chunk(1, 34), chunk(1, 35), chunk(2, 35), chunk(2, 34)].map((request) => store.ask(request));
    expect(found).toEqual(answers);
    const parts = store.log.filter((entry) => 'part' in (entry as object));
    expect(parts).toHaveLength(staged ? 0 : checked === 'once' ? 4 : 3);
  });

  test('an old token does not begin', () => {
    const store = new KeptStore(chunks, { checked: 'once' });
    store.ask(chunk(1, 35));
    expect(store.ask(chunk(1, 34))).toBe(null);
  });

  test('a client whose first part is refused sends no second', () => {
    const site = new StorageSite(chunks);
    site.store().ask(chunk(1, 35));
    expect(site.write(held(34), 43, 1)).toEqual({ kind: 'rejected' });
    expect(site.asked).toEqual(['storage CHUNK']);
  });
});

describe('an e-mail', () => {
  test('is sent once by those who ask in turn', () => {
    const site = new StorageSite(mail);
    expect(site.read(held(1)).kind).toBe('read');
    expect(site.write(held(1), 1, -1).kind).toBe('written');
    expect(site.read(held(2))).toEqual({ kind: 'done' });
    expect(site.store().log).toEqual([{ looked: false }, { did: 1 }, { looked: true }]);
  });

  test('is sent twice by two who asked before either had marked it', () => {
    const site = new StorageSite(mail);
    site.read(held(1));
    site.read(held(2));
    site.write(held(1), 1, -1);
    expect(site.write(held(2), 1, -1)).toEqual({ kind: 'written', version: 2 });
    expect(site.store().log.at(-1)).toEqual({ did: 2 });
  });
});

describe('settings that make no sense together are said to be so', () => {
  const warned = (resource: Resource, settings: object) =>
    resource.warnings?.({ ...settings } as never).map(({ en, zh }) => [en, zh].every((text) => text.length > 10));

  test.each([
    [1, []],
    [2, [true]],
    [3, []],
    [4, [true]],
  ])('%i replicas', (count, expected) => {
    expect(warned(replicas, { replicas: count, marks: 'epoch' })).toEqual(expected);
  });

  test.each([
    ['greater', true, [true]],
    ['greater', false, []],
    ['not-smaller', true, []],
  ])('tokens %s, reads leave theirs: %s', (compare, readsLeaveToken, expected) => {
    expect(warned(fencing, { compare, readsLeaveToken })).toEqual(expected);
  });
});
