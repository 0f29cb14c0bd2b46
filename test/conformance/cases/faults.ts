// How faults affect the processes that they hit, and how these effects end: all such rows of the trace, in order.
import type { Fault, When } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Ms } from '../../../src/core/model/values/time';
import { ask, type ConformanceCase, wait } from '../stage';

const node = 'nodeA';
const time = (at: Ms): When => ({ kind: 'time', at });

const pause = (at: Ms, length: Ms, process: ProcessId = node): Fault => ({
  kind: 'pause',
  process,
  when: time(at),
  for: length,
});
const crash = (at: Ms, restartAfter: Ms | 'never'): Fault => ({
  kind: 'crash',
  process: node,
  when: time(at),
  restartAfter,
});
const slew = (at: Ms, by: Ms, over: Ms): Fault => ({ kind: 'clock-slew', process: node, when: time(at), by, over });
const drift = (at: Ms, ppm: number, length: Ms | 'ever'): Fault => ({
  kind: 'clock-drift',
  process: node,
  when: time(at),
  ppm,
  for: length,
});
const failover = (at: Ms, more: Partial<Extract<Fault, { kind: 'failover' }>> = {}): Fault => ({
  kind: 'failover',
  process: node,
  when: time(at),
  ...more,
});
const vanish = (at: Ms, how?: 'del' | 'flushall', process: ProcessId = node): Fault => ({
  kind: 'key-vanishes',
  process,
  when: time(at),
  ...(how === undefined ? {} : { how }),
});
/** Sets the lock's key and another one, and reports at 1 s which of them exist. */
const twoKeys = (...at: readonly ProcessId[]): ConformanceCase['clients'] => [
  function* (note) {
    for (const name of ['stock', 'other']) yield* ask(node, 'SET', name, 'v');
    yield* wait(1000);
    for (const server of at)
      for (const name of ['stock', 'other']) note(`${server} ${yield* ask(server, 'EXISTS', name)}`);
  },
];
const link = { from: [node], to: ['client1'], bothWays: true } as const;

/** A scenario with only these faults. */
const quietly = (
  name: string,
  faults: readonly Fault[],
  rows: readonly string[],
  more: Partial<ConformanceCase> = {},
): ConformanceCase => ({
  name,
  faults: Object.fromEntries(faults.map((fault, i) => [`fault${i + 1}`, fault])),
  clients: [() => wait(1500)],
  reports: [],
  rows,
  ...more,
});

const replicated = { nodes: { replicas: 2 } };

export const faultCases: readonly ConformanceCase[] = [
  quietly(
    'of two pauses that overlap the later end is the process’ own',
    [pause(100, 300), pause(250, 500)],
    ['1 struck nodeA', 'paused nodeA', '2 struck nodeA', '1 ended nodeA', '2 ended nodeA', 'resumed nodeA'],
  ),
  quietly(
    'a crash ends the pauses of its process, and what is started again runs',
    [pause(100, 900), crash(300, 200)],
    ['1 struck nodeA', 'paused nodeA', '2 struck nodeA', 'crashed nodeA', '1 ended nodeA', 'started nodeA'],
  ),
  quietly(
    'a pause of a process that is down is over at once',
    [crash(100, 'never'), pause(300, 200)],
    ['1 struck nodeA', 'crashed nodeA', '2 struck nodeA', '2 ended nodeA'],
  ),
  quietly(
    'a restart belongs to its crash: who was started and crashed again since then stays down',
    [crash(100, 800), { kind: 'restart', process: node, when: time(300) }, crash(600, 'never')],
    ['1 struck nodeA', 'crashed nodeA', '2 struck nodeA', 'started nodeA', '3 struck nodeA', 'crashed nodeA'],
  ),
  quietly(
    'a process that is down already cannot be killed, but loses its power',
    [crash(100, 'never'), crash(300, 100), { kind: 'power-loss', process: node, when: time(600), restartAfter: 200 }],
    ['1 struck nodeA', 'crashed nodeA', '2 struck nodeA', '3 struck nodeA', 'crashed nodeA', 'started nodeA'],
  ),
  quietly(
    'who loses power while down does not come back by the crash that was before',
    [crash(100, 700), { kind: 'power-loss', process: node, when: time(300), restartAfter: 'never' }],
    ['1 struck nodeA', 'crashed nodeA', '2 struck nodeA', 'crashed nodeA'],
  ),
  quietly(
    'a machine that sleeps wakes up',
    [{ kind: 'suspend', process: node, when: time(100), for: 300 }],
    ['1 struck nodeA', 'paused nodeA', '1 ended nodeA', 'resumed nodeA'],
  ),
  quietly(
    'a virtual machine that is stopped and moved is behind, until NTP corrects it',
    [{ kind: 'suspend', process: node, when: time(100), for: 300, wallClock: 'stands', ntpAfter: 200 }],
    ['1 struck nodeA', 'paused nodeA', 'clockSet nodeA', '1 ended nodeA', 'resumed nodeA', 'clockSet nodeA'],
  ),
  {
    name: 'a server that was stopped and moved keeps its keys for as long, until NTP corrects its clock',
    faults: {
      moved: { kind: 'suspend', process: node, when: time(200), for: 1000, wallClock: 'stands', ntpAfter: 1000 },
    },
    clients: [
      function* (note) {
        note(yield* ask(node, 'SET', 'k', 'v', 'PX', 1500));
        yield* wait(1800);
        note(yield* ask(node, 'GET', 'k'));
        yield* wait(700);
        note(yield* ask(node, 'GET', 'k'));
      },
    ],
    reports: ['OK', 'v', 'nil'],
  },
  quietly(
    'a slew takes the place of the one before, which is over then',
    [slew(100, 100, 900), slew(400, 50, 300)],
    [
      '1 struck nodeA',
      'clockSet nodeA',
      '2 struck nodeA',
      '1 ended nodeA',
      'clockSet nodeA',
      'clockSet nodeA',
      '2 ended nodeA',
    ],
  ),
  quietly(
    'a slew that is too steep for its time takes longer',
    [slew(100, 500, 50), pause(300, 50), pause(900, 50)],
    [
      ...['1 struck nodeA', 'clockSet nodeA', '2 struck nodeA', 'paused nodeA', '2 ended nodeA', 'resumed nodeA'],
      ...['clockSet nodeA', '1 ended nodeA', '3 struck nodeA', 'paused nodeA', '3 ended nodeA', 'resumed nodeA'],
    ],
  ),
  quietly(
    'drifts add up, and each ends by itself',
    [drift(100, 1000, 600), drift(300, 500, 200)],
    [
      ...['1 struck nodeA', 'clockSet nodeA +1000', '2 struck nodeA', 'clockSet nodeA +1500'],
      ...['clockSet nodeA +1000', '2 ended nodeA', 'clockSet nodeA', '1 ended nodeA'],
    ],
  ),
  quietly(
    'a cut and a slow link end, told by the side that is named first',
    [
      { kind: 'cut', ...link, when: time(100), for: 300 },
      { kind: 'slow', ...link, when: time(200), by: 20, for: 400 },
      { kind: 'cut', ...link, when: time(300), for: 'ever' },
    ],
    ['1 struck nodeA', '2 struck nodeA', '3 struck nodeA', '1 ended nodeA', '2 ended nodeA'],
  ),
  quietly(
    'in a failover the first replica takes the place of a master that dies',
    [failover(300)],
    ['1 struck nodeA', 'crashed nodeA', 'promoted replicaA1'],
    replicated,
  ),
  quietly(
    'a replica that stands still takes over nothing: the next one does',
    [pause(100, 1200, 'replicaA1'), failover(400)],
    [
      '1 struck replicaA1',
      'paused replicaA1',
      '2 struck nodeA',
      'crashed nodeA',
      'promoted replicaA2',
      '1 ended replicaA1',
      'resumed replicaA1',
    ],
    replicated,
  ),
  quietly(
    'the second failover of a node strikes whoever answers for it by then',
    [failover(300), failover(900)],
    [
      '1 struck nodeA',
      'crashed nodeA',
      'promoted replicaA1',
      '2 struck nodeA',
      'crashed replicaA1',
      'promoted replicaA2',
    ],
    replicated,
  ),
  quietly(
    'a master that is cut off lives',
    [failover(300, { promote: 'replicaA2', cutOff: ['client1'] })],
    ['1 struck nodeA', 'promoted replicaA2'],
    replicated,
  ),
  {
    name: 'a key that is deleted by hand is gone, and no other key',
    faults: { del: vanish(500, 'del') },
    clients: twoKeys(node),
    reports: ['nodeA 0', 'nodeA 1'],
    rows: ['1 struck nodeA'],
  },
  {
    name: 'a key that is evicted is gone, at the replica too, and no other key',
    nodes: { replicas: 1 },
    faults: { evicted: vanish(500) },
    clients: twoKeys(node, 'replicaA1'),
    reports: ['nodeA 0', 'nodeA 1', 'replicaA1 0', 'replicaA1 1'],
    rows: ['1 struck nodeA'],
  },
  {
    name: 'a server that is flushed has no key, and neither has its replica',
    nodes: { replicas: 1 },
    faults: { flushed: vanish(500, 'flushall') },
    clients: twoKeys(node, 'replicaA1'),
    reports: ['nodeA 0', 'nodeA 0', 'replicaA1 0', 'replicaA1 0'],
    rows: ['1 struck nodeA'],
  },
  {
    name: 'a key that has vanished is not in the file either',
    nodes: { persistence: 'everysec' },
    faults: { flushed: vanish(300, 'flushall'), restart: { kind: 'restart', process: node, when: time(500) } },
    clients: twoKeys(node),
    reports: ['nodeA 0', 'nodeA 0'],
    rows: ['1 struck nodeA', '2 struck nodeA', 'crashed nodeA', 'started nodeA'],
  },
  {
    name: 'no key vanishes where there is none, on a replica, or on a server that is paused',
    nodes: { replicas: 1 },
    faults: {
      none: vanish(0, 'flushall'),
      replica: vanish(400, 'del', 'replicaA1'),
      pause: pause(500, 300),
      paused: vanish(600, 'del'),
    },
    missed: ['none', 'replica', 'paused'],
    clients: twoKeys(node),
    reports: ['nodeA 1', 'nodeA 1'],
    rows: ['3 struck nodeA', 'paused nodeA', '3 ended nodeA', 'resumed nodeA'],
  },
  {
    name: 'the next life of a key that vanished is another key, which stays',
    faults: { evicted: vanish(300) },
    clients: [
      function* (note) {
        note(yield* ask(node, 'SET', 'stock', 'mine', 'NX', 'PX', 5000));
        yield* wait(600);
        note(yield* ask(node, 'SET', 'stock', 'yours', 'NX', 'PX', 5000));
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['OK', 'OK', 'yours'],
    rows: ['1 struck nodeA'],
  },
];
