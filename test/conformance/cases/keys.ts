// The keys of a server in the words of the trace: who set each, who removed it, and why it went.
import { compareAndDelete } from '../../../src/core/locks/shared/scripts/compareAndDelete';
import type { Program } from '../../../src/core/model/effects/effect';
import { evaluate } from '../../../src/core/model/effects/request';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Ms } from '../../../src/core/model/values/time';
import { ask, askFor, type ConformanceCase, longTtl, type Note, wait } from '../stage';

const node = 'nodeA';

/** Sets the lock with NX and removes it. */
const cycle = (ms: number, value: string) =>
  function* (note: Note): Program {
    yield* wait(ms);
    note(yield* ask(node, 'SET', 'stock', value, 'NX', 'PX', longTtl));
    note(yield* ask('replicaA1', 'EXISTS', 'stock'));
    note(yield* ask(node, 'DEL', 'stock'));
    yield* wait(1200);
    note(yield* ask('replicaA1', 'EXISTS', 'stock'));
  };

const comingAt = (ms: Ms) =>
  function* (_: Note, me: ProcessId): Program {
    yield* wait(ms);
    yield* ask(node, 'SET', 'stock', me, 'NX', 'PX', longTtl);
    yield* wait(50);
  };

const unsorted: readonly Omit<ConformanceCase, 'isAlways'>[] = [
  {
    name: 'a key appears with its owner, and goes with the client that deletes it',
    clients: [
      function* () {
        yield* ask(node, 'SET', 'stock', 'a', 'PX', 5000, 'NX');
        yield* wait(600);
        yield* askFor(node, evaluate(compareAndDelete, ['stock'], ['b']));
        yield* wait(50);
      },
      function* () {
        yield* wait(300);
        for (const value of ['b', 'c']) {
          yield* ask(node, 'SET', 'stock', value, 'NX');
          if (value === 'b') yield* ask(node, 'DEL', 'stock');
        }
        yield* ask(node, 'SET', 'stock', 'b');
        yield* ask(node, 'HSET', 'hash', 'field', 1);
        yield* ask(node, 'INCR', 'count');
      },
    ],
    reports: [],
    watched: /^(entrySet|entryGone) /,
    rows: [
      'entrySet nodeA stock = a, 5000 ms, client1',
      'entryGone nodeA stock, deleted, client2',
      'entrySet nodeA stock = c, for ever, client2',
      'entrySet nodeA stock = b, for ever, client2',
      'entrySet nodeA hash = {field = 1}, for ever, client2',
      'entrySet nodeA count = 1, for ever, client2',
      'entryGone nodeA stock, deleted, client1',
    ],
  },
  {
    name: 'a stopped server serves the requests at its door in the order of their arrival',
    faults: { stop: { kind: 'pause', process: node, when: { kind: 'time', at: 100 }, for: 500 } },
    clients: [200, 220, 240, 260, 280, 300].map(comingAt),
    reports: [],
    watched: /^(entrySet|received nodeA) /,
    rows: [
      '1 struck nodeA',
      'paused nodeA',
      '1 ended nodeA',
      'resumed nodeA',
      'entrySet nodeA stock = client1, 60000 ms, client1',
      'received nodeA client1/1 yes',
      'received nodeA client2/1 no',
      'received nodeA client3/1 no',
      'received nodeA client4/1 no',
      'received nodeA client5/1 no',
      'received nodeA client6/1 no',
    ],
  },
  {
    name: 'a replica hears after its lag of each change, and by which client it was',
    nodes: { replicas: 1, replicaLag: 400 },
    clients: [cycle(0, 'a'), cycle(100, 'b')],
    reports: ['OK', '0', '1', 'OK', '0', '1', '0', '0'],
    watched: /^(entrySet|entryGone|replicated) /,
    rows: [
      'entrySet nodeA stock = a, 60000 ms, client1',
      'entryGone nodeA stock, deleted, client1',
      'entrySet nodeA stock = b, 60000 ms, client2',
      'entryGone nodeA stock, deleted, client2',
      'entrySet replicaA1 stock = a, client1',
      'replicated replicaA1 1',
      'entryGone replicaA1 stock, deleted, client1',
      'replicated replicaA1 2',
      'entrySet replicaA1 stock = b, client2',
      'replicated replicaA1 3',
      'entryGone replicaA1 stock, deleted, client2',
      'replicated replicaA1 4',
    ],
  },
];

export const keyCases: readonly ConformanceCase[] = unsorted.map((one) => ({ ...one, isAlways: true }));
