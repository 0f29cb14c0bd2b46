// The checks at the resource: which writes they accept, and what they remember.
import { describe, expect, test } from 'vitest';
import {
  command,
  connectionClosed,
  ok,
  type Reply,
  type Request,
  requestText,
} from '../../../src/core/model/effects/request';
import type { Fields } from '../../../src/core/model/scenario/fields';
import type { Held } from '../../../src/core/model/scenario/lock';
import type { Resource } from '../../../src/core/model/scenario/resource';
import { fencing } from '../../../src/core/storage/fencing';
import { noCheck } from '../../../src/core/storage/noCheck';
import { version } from '../../../src/core/storage/version';
import { DrivenWorld, silence } from '../../support/drive';
import { KeptStore } from '../../support/keptStore';

const write = (value: number, base: number, token?: number): Request =>
  command('WRITE', value, base, ...(token === undefined ? [] : [token]));

describe('no check', () => {
  test('answers a read with value and version', () => {
    expect(new KeptStore(noCheck).ask(command('READ'))).toEqual([42, 1]);
  });

  test('takes a write that is based on what is gone', () => {
    const store = new KeptStore(noCheck);
    expect(store.ask(write(43, 1))).toBe(2);
    expect(store.ask(write(43, 1))).toBe(3);
    expect(store.log).toEqual([
      { wrote: 43, base: 1, token: null },
      { wrote: 43, base: 1, token: null },
    ]);
  });
});

describe('version check', () => {
  test('takes a write on the version that stands', () => {
    const store = new KeptStore(version);
    expect(store.ask(command('READ'))).toEqual([42, 1]);
    expect(store.ask(write(43, 1))).toBe(2);
    expect(store.cell.value).toBe(43);
  });

  test('refuses one on another version, and says on which', () => {
    const store = new KeptStore(version);
    store.ask(write(43, 1));
    expect(store.ask(write(99, 1))).toBe(null);
    expect(store.cell.value).toBe(43);
    expect(store.log.at(-1)).toEqual({ rejected: { check: 'version', base: 1, against: 2, value: 99 } });
  });
});

describe('fencing token', () => {
  /** Tokens of writes in order of arrival, and which of them are accepted. */
  const rows: readonly (readonly [string, readonly number[], string])[] = [
    ['not-smaller', [33, 34], 'taken taken'],
    ['not-smaller', [34, 33], 'taken refused'],
    ['not-smaller', [34, 34], 'taken taken'],
    ['not-smaller', [34, 33, 34, 35], 'taken refused taken taken'],
    ['greater', [33, 34], 'taken taken'],
    ['greater', [34, 33], 'taken refused'],
    ['greater', [34, 34], 'taken refused'],
    ['greater', [0, 1], 'taken taken'],
  ];
  test.each(rows)('%s: %j', (compare, tokens, expected) => {
    const store = new KeptStore(fencing, { compare });
    const taken = tokens.map((token) => (store.ask(write(1, 1, token)) === null ? 'refused' : 'taken'));
    expect(taken.join(' ')).toBe(expected);
    expect(store.cell.token).toBe(Math.max(...tokens));
  });

  test('says which token was refused against which', () => {
    const store = new KeptStore(fencing);
    store.ask(write(1, 1, 34));
    store.ask(write(2, 1, 33));
    expect(store.log.at(-1)).toEqual({ rejected: { check: 'token', token: 33, against: 34, value: 2 } });
  });

  test('says of an equal token whether it is too small or another holder’s', () => {
    const refused = (compare: string) => {
      const store = new KeptStore(fencing, { compare });
      store.ask(command('WRITE', 1, 1, 34, 'mine'));
      const answers = [
        store.ask(command('WRITE', 2, 2, 34, 'mine')),
        store.ask(command('WRITE', 3, 2, 34, 'another’s')),
      ];
      return [answers[0] !== null, answers[1] !== null, store.log.at(-1)];
    };
    const against = { token: 34, against: 34, value: 3 };
    expect(refused('same-holder')).toEqual([true, false, { rejected: { check: 'holder', ...against } }]);
    expect(refused('greater')).toEqual([false, false, { rejected: { check: 'token', ...against } }]);
  });

  test('a write without a token is refused', () => {
    expect(new KeptStore(fencing).ask(write(1, 1))).toBe(null);
  });

  test('a read leaves nothing behind, unless that is set', () => {
    const store = new KeptStore(fencing);
    store.ask(command('READ', 34));
    expect(store.log).toEqual([{ read: 34 }]);
    expect(store.ask(write(1, 1, 33))).toBe(2);
  });

  test('the token that a read left keeps an older holder out', () => {
    const store = new KeptStore(fencing, { readsLeaveToken: true });
    expect(store.ask(command('READ', 34))).toEqual([42, 1]);
    expect(store.log).toEqual([{ read: 34 }, { marked: 34 }]);
    expect(store.ask(write(1, 1, 33))).toBe(null);
    expect(store.ask(write(1, 1, 34))).toBe(2);
  });

  test('an older reader is answered and leaves nothing', () => {
    const store = new KeptStore(fencing, { readsLeaveToken: true });
    store.ask(command('READ', 34));
    expect(store.ask(command('READ', 33))).toEqual([42, 1]);
    expect(store.cell.token).toBe(34);
    expect(store.log.at(-1)).toEqual({ read: 33 });
  });

  test('where greater is asked for, a read that leaves its token shuts its own writer out', () => {
    const store = new KeptStore(fencing, { compare: 'greater', readsLeaveToken: true });
    store.ask(command('READ', 34));
    expect(store.ask(write(1, 1, 34))).toBe(null);
  });
});

test('what is neither a read nor a write is a broken invariant', () => {
  expect(() => new KeptStore(noCheck).ask(command('DELETE'))).toThrow('DELETE');
  expect(() => new KeptStore(noCheck).ask(command('WRITE', 43))).toThrow('WRITE');
});

describe('the client at the storage', () => {
  const held: Held = { kind: 'held', validFor: 1, token: 34, owner: 'a', state: null };

  function access(reply: Reply) {
    const answer = reply.kind === 'timeout' ? silence : { reply, afterMs: 1 };
    const world = new DrivenWorld({ answer: () => answer });
    const context = {
      me: 'client1',
      storage: 'storage',
      storages: ['storage'],
      settings: {},
      timeout: 500_000,
    } as const;
    return { world, context };
  }

  const requests: readonly (readonly [Resource<Fields>, string, string])[] = [
    [noCheck, 'READ', 'WRITE 43 7'],
    [version, 'READ', 'WRITE 43 7'],
    [fencing, 'READ 34', 'WRITE 43 7 34'],
  ];
  test.each(requests)('$id: %s, %s', (resource, readText, writeText) => {
    const { world, context } = access(ok([42, 7]));
    expect(world.run(resource.read(context, held))).toEqual({ kind: 'read', value: 42, version: 7 });
    world.run(resource.write(context, held, { value: 43, base: 7 }));
    expect(world.sent.map(({ to, text, timeoutMs }) => [to, text, timeoutMs])).toEqual([
      ['storage', readText, 500],
      ['storage', writeText, 500],
    ]);
  });

  const writings: readonly (readonly [Reply, object])[] = [
    [ok(8), { kind: 'written', version: 8 }],
    [ok(null), { kind: 'rejected' }],
    [{ kind: 'timeout' }, { kind: 'failed' }],
    [connectionClosed, { kind: 'failed' }],
    [{ kind: 'error', message: 'ERR' }, { kind: 'failed' }],
  ];
  test.each(writings)('a write answered %j', (reply, expected) => {
    const { world, context } = access(reply);
    expect(world.run(version.write(context, held, { value: 43, base: 7 }))).toEqual(expected);
  });

  test('what it sends is what the storage reads', () => {
    const store = new KeptStore(fencing);
    const world = new DrivenWorld({ answer: ({ request }) => ({ reply: ok(store.ask(request)), afterMs: 1 }) });
    const context = { me: 'client1', storage: 'storage', storages: ['storage'], settings: {}, timeout: null } as const;
    const reading = world.run(fencing.read(context, held));
    expect(reading).toEqual({ kind: 'read', value: 42, version: 1 });
    expect(world.run(fencing.write(context, held, { value: 43, base: 1 }))).toEqual({ kind: 'written', version: 2 });
    expect(store.log).toEqual([{ read: 34 }, { wrote: 43, base: 1, token: 34 }]);
    expect(requestText(write(43, 1, 34))).toBe(world.sent[1]?.text);
  });
});
