// The answers of one server: grants, refusals, errors, expiry, scripts.

import { compareAndDelete } from '../../../src/core/locks/shared/scripts/compareAndDelete';
import { compareAndExtend } from '../../../src/core/locks/shared/scripts/compareAndExtend';
import { setIfAllAbsent } from '../../../src/core/locks/shared/scripts/setIfAllAbsent';
import { countAndLock } from '../../../src/core/locks/tokenLock/scripts/countAndLock';
import { lockWithToken } from '../../../src/core/locks/tokenLock/scripts/lockWithToken';
import type { Program } from '../../../src/core/model/effects/effect';
import { command, evaluate } from '../../../src/core/model/effects/request';
import { fromMs } from '../../../src/core/model/values/time';
import {
  ask,
  askFor,
  at,
  briefly,
  type ConformanceCase,
  injectNamed,
  longTtl,
  type Note,
  pause,
  restart,
  wait,
} from '../stage';

const node = 'nodeA';

/** Sends commands one after the other and reports each answer. */
const asking = (...commands: readonly (readonly [string, ...(string | number)[]])[]) =>
  function* (note: Note): Program {
    for (const [name, ...args] of commands) note(yield* ask(node, name, ...args));
  };

export const commandCases: readonly ConformanceCase[] = [
  {
    name: 'the first client to ask gets a free key, and no other client does',
    clients: [
      asking(
        ['SET', 'stock', 'mine', 'NX', 'PX', longTtl],
        ['SET', 'stock', 'yours', 'NX', 'PX', longTtl],
        ['GET', 'stock'],
      ),
    ],
    reports: ['OK', 'nil', 'mine'],
  },
  {
    name: 'a key that was deleted is free',
    clients: [
      asking(['SET', 'stock', 'mine', 'NX'], ['DEL', 'stock'], ['DEL', 'stock'], ['SET', 'stock', 'yours', 'NX']),
    ],
    reports: ['OK', '1', '0', 'OK'],
  },
  {
    name: 'SETNX leaves a key that never expires, and EXPIRE gives it an end',
    clients: [asking(['SETNX', 'stock', 'mine'], ['PTTL', 'stock'], ['EXPIRE', 'stock', 0], ['PTTL', 'stock'])],
    reports: ['1', '-1', '1', '-2'],
  },
  {
    name: 'GETSET answers with the old value',
    clients: [asking(['GETSET', 'stock', 'mine'], ['GETSET', 'stock', 'yours'], ['GET', 'stock'])],
    reports: ['nil', 'mine', 'yours'],
  },
  {
    name: 'an error of the server is an answer in its own words, and later requests are served',
    clients: [asking(['SET', 'stock', 'mine'], ['INCR', 'stock'], ['HGET', 'stock', 'field'], ['GET', 'stock'])],
    reports: [
      'OK',
      'error ERR value is not an integer or out of range',
      'error WRONGTYPE Operation against a key holding the wrong kind of value',
      'mine',
    ],
  },
  {
    name: 'a counter counts on while keys come and go',
    clients: [asking(['INCR', 'token'], ['SET', 'stock', 'a', 'NX'], ['DEL', 'stock'], ['INCR', 'token'])],
    reports: ['1', 'OK', '1', '2'],
  },
  {
    name: 'a key exists before its expiry and is gone after it',
    clients: [
      function* (note) {
        note(yield* ask(node, 'SET', 'stock', 'mine', 'NX', 'PX', 1500));
        note(yield* ask(node, 'GET', 'stock'));
        yield* wait(1700);
        note(yield* ask(node, 'GET', 'stock'));
        note(yield* ask(node, 'SET', 'stock', 'yours', 'NX', 'PX', longTtl));
      },
    ],
    reports: ['OK', 'mine', 'nil', 'OK'],
    watched: /^(entrySet|entryGone) /,
    rows: [
      'entrySet nodeA stock = mine, 1500 ms, client1',
      'entryGone nodeA stock, expired, nobody',
      'entrySet nodeA stock = yours, 60000 ms, client1',
    ],
    isAlways: true,
  },
  {
    name: 'a new expiry replaces the old one',
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine', 'NX', 'PX', 700);
        note(yield* ask(node, 'PEXPIRE', 'stock', longTtl));
        yield* wait(900);
        note(yield* ask(node, 'GET', 'stock'));
        note(yield* ask(node, 'PEXPIRE', 'nothing', 100));
      },
    ],
    reports: ['1', 'mine', '0'],
  },
  {
    name: 'a server that was stopped beyond a key’s expiry no longer has the key when it goes on',
    faults: { pause: pause(node, 'stop', 900) },
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine', 'NX', 'PX', 500);
        yield* injectNamed('stop', 10);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['nil'],
  },
  {
    name: 'a clock that jumps forward expires a key too early',
    faults: { jump: { kind: 'clock-jump', process: node, when: at('jump'), by: 120_000 } },
    clients: [
      function* (note) {
        for (const key of ['stock', 'other']) yield* ask(node, 'SET', key, 'mine', 'NX', 'PX', longTtl);
        note(yield* ask(node, 'GET', 'stock'));
        yield* injectNamed('jump');
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['mine', 'nil'],
    watched: /^(entrySet|entryGone) /,
    rows: [
      'entrySet nodeA stock = mine, 60000 ms, client1',
      'entrySet nodeA other = mine, 60000 ms, client1',
      '1 struck nodeA',
      'clockSet nodeA',
      'entryGone nodeA stock, expired, nobody',
      'entryGone nodeA other, expired, nobody',
    ],
    isAlways: true,
  },
  {
    name: 'a clock that is set back keeps a key beyond its expiry',
    faults: { jump: { kind: 'clock-jump', process: node, when: at('jump'), by: -120_000 } },
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine', 'NX', 'PX', 500);
        yield* injectNamed('jump');
        yield* wait(700);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['mine'],
  },
  {
    name: 'a script deletes its own value and nobody else’s',
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine');
        note(yield* askFor(node, evaluate(compareAndDelete, ['stock'], ['yours'])));
        note(yield* ask(node, 'GET', 'stock'));
        note(yield* askFor(node, evaluate(compareAndDelete, ['stock'], ['mine'])));
        note(yield* askFor(node, evaluate(compareAndDelete, ['stock'], ['mine'])));
      },
    ],
    reports: ['0', 'mine', '1', '0'],
  },
  {
    name: 'a script extends its own value, and brings back no key that is gone',
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine', 'PX', 900);
        note(yield* askFor(node, evaluate(compareAndExtend, ['stock'], ['yours', longTtl])));
        note(yield* askFor(node, evaluate(compareAndExtend, ['stock'], ['mine', longTtl])));
        yield* wait(1000);
        note(yield* ask(node, 'GET', 'stock'));
        yield* ask(node, 'DEL', 'stock');
        note(yield* askFor(node, evaluate(compareAndExtend, ['stock'], ['mine', longTtl])));
        note(yield* ask(node, 'EXISTS', 'stock'));
      },
    ],
    reports: ['0', '1', 'mine', '0', '0'],
  },
  {
    name: 'several keys are taken all together or not at all',
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'b', 'yours');
        note(yield* askFor(node, evaluate(setIfAllAbsent, ['a', 'b', 'c'], ['mine', longTtl])));
        note(yield* ask(node, 'EXISTS', 'a', 'b', 'c'));
        yield* ask(node, 'DEL', 'b');
        note(yield* askFor(node, evaluate(setIfAllAbsent, ['a', 'b', 'c'], ['mine', longTtl])));
        note(yield* ask(node, 'EXISTS', 'a', 'b', 'c'));
      },
    ],
    reports: ['0', '1', '3', '3'],
  },
  {
    name: 'a restarted server does not know the script, and still runs it',
    faults: { restart: restart(node, 'restart') },
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine');
        note(yield* askFor(node, evaluate(compareAndDelete, ['stock'], ['yours'])));
        yield* injectNamed('restart');
        yield* ask(node, 'SET', 'stock', 'mine');
        note(yield* askFor(node, evaluate(compareAndDelete, ['stock'], ['mine'])));
      },
    ],
    reports: ['0', '1'],
    watched: /^(entrySet|entryGone|arrived nodeA) /,
    rows: [
      'arrived nodeA client1/1',
      'entrySet nodeA stock = mine, for ever, client1',
      'arrived nodeA client1/2',
      '1 struck nodeA',
      'crashed nodeA',
      'entryGone nodeA stock, lost, nobody',
      'started nodeA',
      'arrived nodeA client1/3',
      'entrySet nodeA stock = mine, for ever, client1',
      'arrived nodeA client1/4',
      'entryGone nodeA stock, deleted, client1',
    ],
    isAlways: true,
  },
  {
    name: 'a push wakes a client that waits at a list, and each item wakes one',
    clients: [
      function* (note) {
        note(yield* ask(node, 'BLPOP', 'signal', 0));
        note(yield* ask(node, 'LLEN', 'signal'));
      },
      function* () {
        yield* wait(300);
        yield* ask(node, 'LPUSH', 'signal', 'free');
      },
    ],
    reports: ['signal free', '0'],
    watched: /^(waiting|woken|entrySet|entryGone) /,
    rows: [
      'waiting nodeA client1',
      'entrySet nodeA signal = [free], for ever, client2',
      'entryGone nodeA signal, deleted, client1',
      'woken nodeA client1',
    ],
    isAlways: true,
  },
  {
    name: 'an addition wakes a client that waits at a sorted set, and the next one waits until its timeout',
    clients: [
      function* (note) {
        note(yield* ask(node, 'BZPOPMIN', 'none', 'marker', 0));
        note(yield* ask(node, 'BZPOPMIN', 'marker', 0.1));
      },
      function* () {
        yield* wait(300);
        yield* ask(node, 'ZADD', 'marker', 2, 'job', 3, 'job');
      },
    ],
    reports: ['marker job 3', 'nil'],
    watched: /^(waiting|woken|entrySet|entryGone) /,
    rows: [
      'waiting nodeA client1',
      'entrySet nodeA marker = {job = 3}, for ever, client2',
      'entryGone nodeA marker, deleted, client1',
      'woken nodeA client1',
      'waiting nodeA client1',
    ],
    isAlways: true,
  },
  {
    name: 'a client that waits at a list gives up empty-handed after its timeout',
    clients: [
      function* (note) {
        note(yield* ask(node, 'BLPOP', 'signal', 1));
        yield* ask(node, 'LPUSH', 'signal', 'free');
        note(yield* ask(node, 'LLEN', 'signal'));
      },
    ],
    reports: ['nil', '1'],
  },
  {
    name: 'a push goes to the connection on which a waiting client asks again, not to the one that it gave up',
    clients: [
      function* (note) {
        const waiting = command('BLPOP', 'signal', 0);
        note(yield* askFor(node, waiting, { timeout: fromMs(briefly), resends: 9, reconnect: true }));
        note(yield* ask(node, 'LLEN', 'signal'));
      },
      function* () {
        yield* wait(2.5 * briefly);
        yield* ask(node, 'LPUSH', 'signal', 'free');
      },
    ],
    reports: ['signal free', '0'],
  },
  {
    name: 'a client that waits at a killed server is told that the connection is closed',
    faults: { crash: { kind: 'crash', process: node, when: { kind: 'time', at: 400 }, restartAfter: 'never' } },
    clients: [
      function* (note) {
        note(yield* ask(node, 'BLPOP', 'signal', 0));
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['closed', 'closed'],
    watched: /^closed /,
    rows: ['1 struck nodeA', 'crashed nodeA', 'closed client1 client1/1', 'closed client1 client1/2'],
    isAlways: true,
  },
  {
    name: 'one script gives the lock and its token, and a refused client gets no token',
    clients: [
      function* (note) {
        const take = evaluate(countAndLock, ['stock', 'stock:token'], [longTtl]);
        note(yield* askFor(node, take));
        note(yield* askFor(node, take));
        yield* ask(node, 'DEL', 'stock');
        note(yield* askFor(node, take));
      },
    ],
    reports: ['1', '0', '2'],
  },
  {
    name: 'a client with a token older than the holder’s is told that it slept',
    clients: [
      function* (note) {
        for (const token of [5, 6, 4]) note(yield* askFor(node, evaluate(lockWithToken, ['stock'], [token, longTtl])));
      },
    ],
    reports: ['1', '0', '-1'],
  },
];
