// The locks of one node, and what survives a restart, a power loss and a failover.
import type { Program } from '../../../src/core/model/effects/effect';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import {
  ask,
  at,
  type ConformanceCase,
  crash,
  cut,
  fiveNodes,
  holderOf,
  injectNamed,
  longTtl,
  type Note,
  restart,
  wait,
} from '../stage';

const node = 'nodeA';

/** One holder after another: a second client is refused while the first is inside. */
const inTurn = (id: string, own: Readonly<Record<string, number | string | boolean>> = {}) =>
  function* (note: Note): Program {
    const [mine, yours] = [holderOf(id, own), holderOf(id, own)];
    note(yield* mine.acquire());
    note(yield* yours.acquire());
    note(yield* mine.release());
    note(yield* yours.acquire());
    note(yield* yours.release());
  };
const refusedOnce = ['held', 'refused held', 'none', 'held', 'none'];

/** A client releases the lock early, and a second one asks. */
const keptFor = (own: Readonly<Record<string, number | string | boolean>>) =>
  function* (note: Note): Program {
    const mine = holderOf('shedlock', { lockAtMostFor: longTtl, ...own });
    note(yield* mine.acquire());
    note(yield* mine.release());
    note(yield* holderOf('shedlock').acquire());
  };

/** A second client asks after something has happened to the server. */
const secondAfter = (own: Readonly<Record<string, number | string | boolean>> = {}, ms = 100) =>
  function* (note: Note): Program {
    const mine = holderOf('single-node', own);
    note(yield* mine.acquire());
    yield* injectNamed('strike', ms);
    note(yield* holderOf('single-node').acquire());
  };

/** Which nodes have the key, whatever its type. */
function* existsAt(): Program<string> {
  const there: string[] = [];
  for (const one of fiveNodes) there.push(yield* ask(one, 'EXISTS', 'stock'));
  return there.join(' ');
}

/** How many replicas a node says it has. */
function* connectedAt(one: ProcessId): Program<string> {
  return /connected_slaves:(\d+)/.exec(yield* ask(one, 'INFO', 'replication'))?.[1] ?? 'unknown';
}

export const oneNodeCases: readonly ConformanceCase[] = [
  { name: 'SET with NX and PX lets one in at a time', clients: [inTurn('single-node')], reports: refusedOnce },
  { name: 'SETNX and EXPIRE let one in at a time', clients: [inTurn('setnx-expire')], reports: refusedOnce },
  {
    name: 'SETNX, GET and GETSET let one in at a time',
    clients: [inTurn('setnx-getset', { ttl: longTtl })],
    reports: refusedOnce,
  },
  {
    name: 'Redisson’s lock lets one in at a time',
    clients: [inTurn('redisson', { waits: 'not' })],
    reports: refusedOnce,
  },
  {
    name: 'so it does with a latch for its unlock',
    clients: [inTurn('redisson', { waits: 'not', unlockLatch: true })],
    reports: refusedOnce,
  },
  {
    name: 'python-redis-lock lets one in at a time',
    clients: [inTurn('python-redis-lock', { blocking: false })],
    reports: refusedOnce,
  },
  ...[false, true].flatMap((safeUpdate): readonly ConformanceCase[] => [
    {
      name: `ShedLock with safeUpdate ${safeUpdate} lets one in at a time`,
      clients: [inTurn('shedlock', { lockAtMostFor: longTtl, safeUpdate })],
      reports: refusedOnce,
    },
    {
      name: `a lock of ShedLock with safeUpdate ${safeUpdate} stays for lockAtLeastFor`,
      clients: [keptFor({ lockAtLeastFor: 1000, safeUpdate })],
      reports: ['held', 'none', 'refused held'],
      isMeasuring: true,
    },
  ]),
  ...[false, true].map(
    (safeUpdate): ConformanceCase => ({
      name: `ShedLock with safeUpdate ${safeUpdate} is extended by hand beyond lockAtMostFor`,
      clients: [
        function* (note) {
          const own = { lockAtMostFor: 1500, extension: 'by-hand', extendEvery: 500, safeUpdate };
          const mine = holderOf('shedlock', own);
          note(yield* mine.acquire());
          yield* wait(2250);
          note(yield* ask(node, 'EXISTS', 'stock'));
          note(yield* mine.release());
          note(yield* ask(node, 'EXISTS', 'stock'));
        },
      ],
      reports: ['held', '1', 'none', '0'],
    }),
  ),
  { name: 'the lock with a token lets one in at a time', clients: [inTurn('token-lock')], reports: refusedOnce },
  {
    name: 'tokens of the lock with a token grow',
    clients: [
      function* (note) {
        const mine = holderOf('token-lock');
        for (let round = 0; round < 3; round++) {
          yield* mine.acquire();
          note(String(mine.held().token));
          yield* mine.release();
        }
      },
    ],
    reports: ['1', '2', '3'],
  },
  {
    name: 'a late release changes nothing when another client holds the lock by then',
    clients: [
      function* (note) {
        const [mine, yours] = [holderOf('single-node', { ttl: 600 }), holderOf('single-node')];
        note(yield* mine.acquire());
        yield* wait(800);
        note(yield* yours.acquire());
        note(yield* mine.release());
        note(yield* ask(node, 'EXISTS', 'stock'));
        note(yield* yours.release());
      },
    ],
    reports: ['held', 'held', 'not-owner', '1', 'none'],
  },
  {
    name: 'a bare DEL deletes another client’s lock',
    clients: [
      function* (note) {
        const [mine, yours] = [holderOf('single-node', { ttl: 600, release: 'del' }), holderOf('single-node')];
        note(yield* mine.acquire());
        yield* wait(800);
        note(yield* yours.acquire());
        note(yield* mine.release());
        note(yield* yours.release());
      },
    ],
    reports: ['held', 'held', 'none', 'not-owner'],
  },
  {
    name: 'a value that all clients share protects no lock',
    clients: [
      function* (note) {
        const [mine, yours] = [
          holderOf('single-node', { ttl: 600, value: 'fixed' }),
          holderOf('single-node', { value: 'fixed' }),
        ];
        note(yield* mine.acquire());
        yield* wait(800);
        note(yield* yours.acquire());
        note(yield* mine.release());
        note(yield* ask(node, 'EXISTS', 'stock'));
      },
    ],
    reports: ['held', 'held', 'none', '0'],
  },
  {
    name: 'GETSET takes over an expired stamp, and the late holder notices by its own clock',
    clients: [
      function* (note) {
        const [mine, yours] = [holderOf('setnx-getset', { ttl: 600 }), holderOf('setnx-getset', { ttl: longTtl })];
        note(yield* mine.acquire());
        yield* wait(800);
        note(yield* yours.acquire());
        note(yield* mine.release());
        note(yield* yours.release());
      },
    ],
    reports: ['held', 'held', 'expired', 'none'],
  },
  {
    name: 'a Redisson thread can enter its lock again, and the lock is free after the last unlock',
    clients: [
      function* (note) {
        const mine = holderOf('redisson', { entries: 3 });
        note(yield* mine.acquire());
        const thread = mine.held().owner;
        note(yield* ask(node, 'HGET', 'stock', thread));
        note(yield* mine.release());
        note(yield* ask(node, 'HGET', 'stock', thread));
      },
    ],
    reports: ['held', '3', 'none', '2'],
  },
  {
    name: 'Redisson’s watchdog keeps a lock beyond its TTL, and stops with the release',
    clients: [
      function* (note) {
        const mine = holderOf('redisson', { watchdogTimeout: 1500 });
        note(yield* mine.acquire());
        yield* wait(2200);
        note(yield* ask(node, 'EXISTS', 'stock'));
        note(yield* mine.release());
        yield* wait(700);
        note(yield* ask(node, 'EXISTS', 'stock'));
      },
    ],
    reports: ['held', '1', 'none', '0'],
  },
  {
    name: 'Redisson with an explicit lease time has no watchdog',
    clients: [
      function* (note) {
        const mine = holderOf('redisson', { leaseTime: 600 });
        note(yield* mine.acquire());
        yield* wait(900);
        note(yield* ask(node, 'EXISTS', 'stock'));
        note(yield* mine.release());
      },
    ],
    reports: ['held', '0', 'not-owner'],
  },
  {
    name: 'the message of Redisson’s unlock wakes a waiting client',
    clients: [
      function* (note, me) {
        const mine = holderOf('redisson', {}, { me });
        note(`mine ${yield* mine.acquire()}`);
        yield* wait(900);
        yield* mine.release();
      },
      function* (note, me) {
        yield* wait(300);
        const yours = holderOf('redisson', {}, { me });
        note(`yours ${yield* yours.acquire()}`);
        note(yield* yours.release());
      },
    ],
    reports: ['mine held', 'yours held', 'none'],
  },
  {
    name: 'the item of python-redis-lock’s release wakes a waiting client',
    clients: [
      function* (note, me) {
        const mine = holderOf('python-redis-lock', {}, { me });
        note(`mine ${yield* mine.acquire()}`);
        yield* wait(900);
        yield* mine.release();
      },
      function* (note, me) {
        yield* wait(300);
        const yours = holderOf('python-redis-lock', {}, { me });
        note(`yours ${yield* yours.acquire()}`);
        note(yield* yours.release());
      },
    ],
    reports: ['mine held', 'yours held', 'none'],
  },
  {
    name: 'python-redis-lock does not release another client’s lock',
    clients: [
      function* (note) {
        const mine = holderOf('python-redis-lock');
        note(yield* mine.acquire());
        yield* ask(node, 'SET', 'stock', 'yours');
        note(yield* mine.release());
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['held', 'not-owner', 'yours'],
  },
  ...['redlock-py', 'redisson-redlock'].map(
    (id): ConformanceCase => ({
      name: `${id} takes the lock on all of its nodes, and gives it back`,
      nodes: { count: 5 },
      clients: [
        function* (note) {
          const mine = holderOf(id);
          note(yield* mine.acquire());
          note(yield* existsAt());
          note(yield* mine.release());
          note(yield* existsAt());
        },
      ],
      reports: ['held', '1 1 1 1 1', 'none', '0 0 0 0 0'],
    }),
  ),
  {
    name: 'redlock-py raises for one dead node of five though it has the majority',
    nodes: { count: 5 },
    faults: { crash: crash('nodeE', 'crash') },
    clients: [
      function* (note) {
        yield* injectNamed('crash');
        note(yield* holderOf('redlock-py').acquire());
        note(yield* ask(node, 'EXISTS', 'stock'));
      },
    ],
    reports: ['refused error', '1'],
  },
  {
    name: 'a server without persistence forgets the lock when it starts again',
    faults: { restart: restart(node, 'strike') },
    clients: [secondAfter()],
    reports: ['held', 'held'],
  },
  {
    name: 'a server with appendfsync always still has the lock after a kill',
    nodes: { persistence: 'always' },
    faults: { restart: restart(node, 'strike') },
    clients: [secondAfter()],
    reports: ['held', 'refused held'],
  },
  {
    name: 'a server with appendfsync always still has the lock after a power loss',
    nodes: { persistence: 'always' },
    faults: { power: { kind: 'power-loss', process: node, when: at('strike'), restartAfter: 200 } },
    clients: [secondAfter({}, 2500)],
    reports: ['held', 'refused held'],
  },
  {
    name: 'a key that expired while its server was down is gone after the start',
    nodes: { persistence: 'always' },
    faults: { crash: { kind: 'crash', process: node, when: at('strike'), restartAfter: 900 } },
    clients: [secondAfter({ ttl: 700 }, 3000)],
    reports: ['held', 'held'],
  },
  {
    name: 'WAIT counts the replicas that have the write, and leaves out a silent one',
    nodes: { replicas: 1 },
    faults: { cut: cut([node], ['replicaA1'], 'cut') },
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine');
        note(yield* ask(node, 'WAIT', 1, 5000));
        yield* injectNamed('cut', 10);
        yield* ask(node, 'SET', 'stock', 'mine');
        note(yield* ask(node, 'WAIT', 1, 300));
      },
    ],
    reports: ['1', '0'],
    isAlways: true,
  },
  {
    name: 'INFO counts a connected replica, also one that is silent',
    nodes: { replicas: 1 },
    faults: { cut: cut([node], ['replicaA1'], 'cut') },
    clients: [
      function* (note) {
        yield* ask(node, 'SET', 'stock', 'mine');
        yield* ask(node, 'WAIT', 1, 5000);
        note(yield* connectedAt(node));
        yield* injectNamed('cut', 10);
        note(yield* connectedAt(node));
      },
    ],
    reports: ['1', '1'],
    isAlways: true,
  },
  {
    name: 'a replica that has the lock still has it when it is promoted',
    nodes: { replicas: 1 },
    faults: { failover: { kind: 'failover', process: node, when: at('strike') } },
    clients: [secondAfter({ wait: 'checked', waitReplicas: 1, waitTimeout: 5000 }, 300)],
    reports: ['held', 'refused held'],
  },
  {
    name: 'a replica without the lock gives it to a second client when it is promoted',
    nodes: { replicas: 1 },
    faults: {
      failover: { kind: 'failover', process: node, when: at('strike') },
      cut: cut([node], ['replicaA1'], 'cut'),
    },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        yield* secondAfter({}, 300)(note);
      },
    ],
    reports: ['held', 'held'],
  },
];
