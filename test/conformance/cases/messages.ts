// What happens to each message of a link, in the words of the trace: outward and return, network faults, pushes.
import {
  all,
  type CallOptions,
  fork,
  join,
  open,
  type Program,
  quorum,
  take,
  to,
} from '../../../src/core/model/effects/effect';
import { command } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { fromMs, type Ms } from '../../../src/core/model/values/time';
import { ask, askFor, at, briefly, type ConformanceCase, injectNamed, type Note, pause, wait, words } from '../stage';

const node = 'nodeA';
const timeout = fromMs(briefly);

/**
 * Sends requests one after the other without waiting for answers. If requests arrive at once on several connections,
 * a server reads them in any order.
 */
const oneByOne = (...commands: readonly (readonly [string, ...(string | number)[]])[]) =>
  function* (note: Note): Program {
    const tasks = [];
    for (const [name, ...args] of commands) {
      tasks.push(yield* fork(askingAt(0, { timeout }, name, ...args)(note)));
      yield* wait(20);
    }
    for (const task of tasks) yield* join(task);
  };

/** Asks once, some time after the start. */
const askingAt = (ms: Ms, options: CallOptions, name: string, ...args: readonly (string | number)[]) =>
  function* (note: Note): Program {
    yield* wait(ms);
    note(yield* askFor(node, command(name, ...args), options));
    yield* wait(50);
  };

const cutAt = (when: Ms, length: Ms, from: ProcessId, onto: ProcessId): Fault => ({
  kind: 'cut',
  from: [from],
  to: [onto],
  bothWays: false,
  when: { kind: 'time', at: when },
  for: length,
});

const stopAt = (process: ProcessId, when: Ms, length: Ms): Fault => ({
  ...{ kind: 'pause', process, when: { kind: 'time', at: when }, for: length },
});

const slowFrom = (from: ProcessId, onto: ProcessId, by: Ms, length: Ms | 'ever', isBothWays = false): Fault => ({
  ...{ kind: 'slow', from: [from], to: [onto], bothWays: isBothWays, by, for: length, when: { kind: 'time', at: 0 } },
});

const lose = (leg: 'request' | 'reply', nth: number): Fault => ({
  kind: 'lose',
  message: leg === 'request' ? { from: 'client1', to: node, leg, nth } : { from: node, to: 'client1', leg, nth },
});

/** Listens to what is published, and reports it. */
const hearing = (count: number) =>
  function* (note: Note): Program {
    const inbox = yield* open(node, 'freed', { timeout: fromMs(5000) });
    for (let nth = 0; nth < count; nth++) note(words(yield* take(inbox, fromMs(1200))));
  };

const publishing = (...texts: readonly string[]) =>
  function* (): Program {
    yield* wait(300);
    for (const text of texts) yield* ask(node, 'PUBLISH', 'freed', text);
    yield* wait(50);
  };

const unsorted: readonly Omit<ConformanceCase, 'isAlways'>[] = [
  {
    name: 'a message travels there and back, and is told at each end',
    settings: { latency: 20 },
    clients: [askingAt(0, {}, 'SET', 'stock', 'mine', 'PX', 3000, 'NX')],
    reports: ['OK'],
    watched: /^(sent|arrived|received|entrySet) /,
    rows: [
      'sent client1 client1/1 SET stock mine PX 3000 NX',
      'arrived nodeA client1/1',
      'entrySet nodeA stock = mine, 3000 ms, client1',
      'received nodeA client1/1 yes',
      'sent nodeA client1/1! OK',
      'arrived client1 client1/1!',
      'received client1 client1/1! yes',
    ],
  },
  {
    name: 'a message takes the time of its own link, and a slower link more',
    settings: { latency: 30 },
    faults: { slow: slowFrom('client2', node, 80, 'ever', true) },
    clients: [askingAt(50, {}, 'GET', 'stock'), askingAt(50, {}, 'GET', 'stock')],
    reports: ['nil', 'nil'],
    watched: /^arrived /,
    rows: [
      '1 struck client2',
      'arrived nodeA client1/1',
      'arrived client1 client1/1!',
      'arrived nodeA client2/1',
      'arrived client2 client2/1!',
    ],
  },
  {
    name: 'a lost request is missing at the server, and other calls of its client are not affected',
    faults: { lost: lose('request', 2) },
    clients: [oneByOne(['SET', 'stock', 'a'], ['SET', 'stock', 'b'], ['GET', 'stock'])],
    reports: ['OK', 'a', 'timeout'],
    // The case asks for the server's data, because on real Redis a key change is observed beside the messages, not
    // among them.
    watched: /^lost /,
    rows: ['1 struck client1', 'lost client1 client1/2 dropped'],
  },
  {
    name: 'a lost reply belongs to a request that was served, and other calls of its client are not affected',
    faults: { lost: lose('reply', 1) },
    clients: [oneByOne(['SET', 'stock', 'a', 'PX', 5000, 'NX'], ['GET', 'stock'])],
    reports: ['a', 'timeout'],
    watched: /^lost /,
    rows: ['1 struck nodeA', 'lost nodeA client1/1! dropped'],
  },
  {
    name: 'chance loses as many messages as the scenario says, each for its own call',
    settings: { loss: 0.3 },
    clients: [
      function* (note) {
        const calls = Array.from({ length: 40 }, (_, i) =>
          to(node, command('INCR', `key${i}`), { timeout: fromMs(800) }),
        );
        const replies = yield* all(calls);
        for (const word of ['1', 'timeout']) note(`${replies.filter((reply) => words(reply) === word).length} ${word}`);
      },
    ],
    reports: ['23 1', '17 timeout'],
  },
  {
    name: 'later messages of a link stay behind one that is delayed',
    faults: { late: { kind: 'delay', message: { from: 'client1', to: node, leg: 'request', nth: 1 }, by: 100 } },
    clients: [oneByOne(['SET', 'stock', 'a'], ['SET', 'stock', 'b'], ['SET', 'stock', 'c'])],
    reports: ['OK', 'OK', 'OK'],
    watched: /^arrived nodeA /,
    rows: ['1 struck client1', 'arrived nodeA client1/1', 'arrived nodeA client1/2', 'arrived nodeA client1/3'],
  },
  {
    name: 'a cut holds up what is sent meanwhile, and what is sent behind it, but not what is under way',
    settings: { latency: 120 },
    faults: { cut: cutAt(100, 100, 'client1', node) },
    clients: [
      function* (note) {
        const tasks = [];
        for (const ms of [50, 150, 250]) tasks.push(yield* fork(askingAt(ms, {}, 'SET', 'stock', 'mine')(note)));
        for (const task of tasks) yield* join(task);
      },
    ],
    reports: ['OK', 'OK', 'OK'],
    watched: /^(arrived nodeA|stalled|resent|lost) /,
    rows: [
      '1 struck client1',
      'stalled client1 client1/2',
      'arrived nodeA client1/1',
      '1 ended client1',
      'stalled client1 client1/3 behind',
      'resent client1 client1/2',
      'resent client1 client1/3',
      'arrived nodeA client1/2',
      'arrived nodeA client1/3',
    ],
  },
  {
    name: 'a machine that sleeps sends again later by its sleep, and not at once when it wakes up',
    faults: {
      cut: cutAt(20, 60, node, 'client1'),
      sleep: { kind: 'suspend', process: node, when: { kind: 'time', at: 100 }, for: 500 },
    },
    clients: [askingAt(30, {}, 'INCR', 'count'), askingAt(660, {}, 'INCR', 'count')],
    reports: ['2', '1'],
    watched: /^(stalled|resent|arrived) /,
    rows: [
      '1 struck nodeA',
      'arrived nodeA client1/1',
      'stalled nodeA client1/1!',
      '1 ended nodeA',
      '2 struck nodeA',
      'paused nodeA',
      '2 ended nodeA',
      'resumed nodeA',
      'arrived nodeA client2/1',
      'arrived client2 client2/1!',
      'resent nodeA client1/1!',
      'arrived client1 client1/1!',
    ],
  },
  {
    name: 'a cut of the way back holds up the answer alone, and other links are whole',
    faults: { cut: cutAt(20, 400, node, 'client1') },
    clients: [askingAt(50, { timeout }, 'SET', 'stock', 'mine'), () => wait(600), askingAt(150, {}, 'GET', 'stock')],
    reports: ['mine', 'timeout'],
    watched: /^stalled /,
    rows: ['1 struck nodeA', 'stalled nodeA client1/1!', '1 ended nodeA'],
  },
  {
    name: 'a cut does not keep a client from sending on a connection that it opens meanwhile',
    faults: { cut: { ...cutAt(20, 600, 'client1', node), bothWays: true } as Fault },
    clients: [
      function* (note) {
        yield* wait(50);
        for (let i = 0; i < 2; i++) note(yield* askFor(node, command('GET', 'stock'), { timeout, reconnect: true }));
        yield* wait(200);
      },
    ],
    reports: ['timeout', 'timeout'],
    watched: /^stalled /,
    rows: ['1 struck client1', 'stalled client1 client1/1', 'stalled client1 client1/2', '1 ended client1'],
  },
  {
    name: 'a slow link adds to one way alone, until it is undone',
    faults: { slow: slowFrom(node, 'client1', 600, 300) },
    clients: [
      function* (note) {
        yield* wait(50);
        note(yield* askFor(node, command('SET', 'stock', 'mine'), { timeout }));
        yield* wait(600);
        note(yield* askFor(node, command('SET', 'stock', 'again'), { timeout }));
      },
      askingAt(150, {}, 'GET', 'stock'),
    ],
    reports: ['mine', 'timeout', 'OK'],
  },
  {
    name: 'a request travels to a server that is gone, which then closes the connection',
    nodes: { count: 2 },
    settings: { latency: 60 },
    faults: { crash: { kind: 'crash', process: 'nodeB', when: at('crash'), restartAfter: 'never' } },
    clients: [
      function* (note) {
        yield* injectNamed('crash', 300);
        const calls = (['nodeA', 'nodeB'] as const).map((one) => to(one, command('GET', 'stock')));
        note((yield* all(calls)).map(words).join(' '));
      },
    ],
    reports: ['nil closed'],
    watched: /^(arrived|lost|closed) /,
    rows: [
      '1 struck nodeB',
      'crashed nodeB',
      'arrived nodeA client1/1',
      'lost client1 client1/2 gone',
      'arrived client1 client1/1!',
      'closed client1 client1/2',
    ],
  },
  {
    name: 'calls of one effect time out together, and their answers are late',
    nodes: { count: 3 },
    faults: { a: stopAt('nodeA', 100, 500), b: stopAt('nodeB', 130, 600), c: stopAt('nodeC', 160, 700) },
    clients: [
      function* (note) {
        yield* wait(250);
        const calls = (['nodeA', 'nodeB', 'nodeC'] as const).map((one) =>
          to(one, command('GET', 'stock'), { timeout }),
        );
        note(`${(yield* quorum(calls, 3)).granted} granted`);
        yield* wait(500);
      },
    ],
    reports: ['0 granted'],
    watched: /^(timedOut|late) /,
    rows: [
      '1 struck nodeA',
      'paused nodeA',
      '2 struck nodeB',
      'paused nodeB',
      '3 struck nodeC',
      'paused nodeC',
      'timedOut client1 client1/1',
      'timedOut client1 client1/2',
      'timedOut client1 client1/3',
      '1 ended nodeA',
      'resumed nodeA',
      'late client1 client1/1!',
      '2 ended nodeB',
      'resumed nodeB',
      'late client1 client1/2!',
      '3 ended nodeC',
      'resumed nodeC',
      'late client1 client1/3!',
    ],
  },
  {
    name: 'a stopped server serves what waits for it when it goes on, and its late answer answers no later call',
    faults: { stop: pause(node, 'stop', 600) },
    clients: [
      function* (note) {
        yield* injectNamed('stop', 10);
        note(yield* askFor(node, command('SET', 'stock', 'mine'), { timeout }));
        note(yield* ask(node, 'GET', 'stock'));
        yield* wait(50);
      },
    ],
    reports: ['timeout', 'mine'],
    watched: /^(timedOut|late) /,
    rows: [
      '1 struck nodeA',
      'paused nodeA',
      'timedOut client1 client1/1',
      '1 ended nodeA',
      'resumed nodeA',
      'late client1 client1/1!',
    ],
  },
  {
    name: 'a subscriber hears what is published, in order, and is woken by each message',
    clients: [hearing(2), publishing('lock', 'again')],
    reports: ['lock', 'again'],
    watched: /^(sent|arrived|waiting|woken) .*client1/,
    rows: [
      'sent client1 client1/1 SUBSCRIBE freed',
      'arrived nodeA client1/1',
      'waiting nodeA client1',
      'sent nodeA client1/1! 1',
      'arrived client1 client1/1!',
      'woken nodeA client1',
      'sent nodeA client1>1 MESSAGE freed lock',
      'arrived client1 client1>1',
      'woken nodeA client1',
      'sent nodeA client1>2 MESSAGE freed again',
      'arrived client1 client1>2',
    ],
  },
];

export const messageCases: readonly ConformanceCase[] = unsorted.map((one) => ({ ...one, isAlways: true }));
