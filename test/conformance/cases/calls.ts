// The fate of a call when the network fails: lost, delayed, late, overtaken, closed. Also how a program waits for a
// quorum.
import { all, call, mono, type Program, quorum, to } from '../../../src/core/model/effects/effect';
import { command } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { fromMs, localInstant, type Ms } from '../../../src/core/model/values/time';
import {
  ask,
  askFor,
  at,
  briefly,
  type ConformanceCase,
  crash,
  cut,
  five,
  fiveNodes,
  injectNamed,
  longTtl,
  type Note,
  pause,
  valuesAt,
  wait,
  words,
} from '../stage';

const node = 'nodeA';
const set = command('SET', 'stock', 'mine', 'NX', 'PX', longTtl);

const lose = (leg: 'request' | 'reply', nth = 1): Fault => ({ kind: 'lose', message: link(leg, nth) });
const delay = (leg: 'request' | 'reply', by: Ms, nth = 1): Fault => ({ kind: 'delay', message: link(leg, nth), by });
const link = (leg: 'request' | 'reply', nth: number) =>
  leg === 'request'
    ? ({ from: 'client1', to: node, leg, nth } as const)
    : ({ from: node, to: 'client1', leg, nth } as const);

/** Sets the key with the short timeout. Later it reports the key's value. */
const settingOnce = (later: Ms, reconnect = false) =>
  function* (note: Note): Program {
    note(yield* askFor(node, set, { timeout: fromMs(briefly), reconnect }));
    yield* wait(later);
    note(yield* ask(node, 'GET', 'stock'));
  };

/** The same, with a library that sends it again this many times when no answer comes. */
const settingAgain = (resends: number) =>
  function* (note: Note): Program {
    note(yield* askFor(node, set, { timeout: fromMs(briefly), resends }));
    note(yield* ask(node, 'GET', 'stock'));
  };

/** Reports whether it took as long as the timeout for a silent node. */
function* timed(note: Note, program: Program): Program {
  const from = yield* mono();
  yield* program;
  note((yield* mono()) - from >= fromMs(briefly) ? 'after the timeout' : 'before the timeout');
}

export const callCases: readonly ConformanceCase[] = [
  {
    name: 'a command whose request is lost is carried out when it is sent again',
    faults: { lost: lose('request') },
    clients: [settingAgain(1)],
    reports: ['OK', 'mine'],
  },
  {
    name: 'a SET with NX whose reply is lost meets its own key when it is sent again',
    faults: { lost: lose('reply') },
    clients: [settingAgain(1)],
    reports: ['nil', 'mine'],
  },
  {
    name: 'a command is sent again as often as its library does, and no more',
    faults: { first: lose('request', 1), second: lose('request', 2), third: lose('request', 3) },
    clients: [settingAgain(2)],
    reports: ['timeout', 'nil'],
  },
  {
    name: 'nothing is sent again once the deadline has passed',
    faults: { first: lose('request', 1), second: lose('request', 2) },
    clients: [
      function* (note) {
        const until = localInstant((yield* mono()) + fromMs(briefly * 1.5));
        note(yield* askFor(node, set, { timeout: fromMs(briefly), resends: 5, until }));
        yield* wait(briefly);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['timeout', 'nil'],
  },
  {
    name: 'a command to a server that is gone is sent again, and fails as often',
    faults: { crash: crash(node, 'crash') },
    clients: [
      function* (note) {
        yield* injectNamed('crash');
        note(yield* askFor(node, set, { resends: 3 }));
      },
    ],
    reports: ['closed'],
  },
  {
    name: 'among several nodes only the silent one is asked again, and the others are not kept waiting for it',
    nodes: five,
    faults: { lost: { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } } },
    clients: [
      function* (note) {
        const calls = fiveNodes.map((one) => to(one, set, { timeout: fromMs(briefly), resends: 1 }));
        const { granted } = yield* quorum(calls, 5);
        note(String(granted));
        note(yield* valuesAt(fiveNodes));
      },
    ],
    reports: ['5', 'mine mine mine mine mine'],
  },
  {
    name: 'nothing is sent again for a quorum that is decided',
    nodes: five,
    faults: { lost: { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } } },
    clients: [
      function* (note) {
        const calls = fiveNodes.map((one) => to(one, set, { timeout: fromMs(briefly), resends: 3 }));
        const { granted } = yield* quorum(calls, 4);
        note(String(granted));
        yield* wait(2 * briefly);
        note(yield* valuesAt(['nodeE']));
      },
    ],
    reports: ['4', 'nil'],
  },
  {
    name: 'a request into the dark without a timeout is reset when its kernel sends it again to the machine that is back',
    faults: { power: { kind: 'power-loss', process: node, when: at('strike'), restartAfter: 400 } },
    clients: [
      function* (note): Program {
        yield* injectNamed('strike', 100);
        const from = yield* mono();
        note(words(yield* call(node, set)));
        // Sent again after 200, 400 and 800 ms.
        const after = (yield* mono()) - from;
        note(after >= fromMs(350) && after < fromMs(1600) ? 'late' : `after ${after}`);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['closed', 'late', 'nil'],
  },
  {
    name: 'a request that arrives after its timeout is served all the same',
    faults: { late: delay('request', 600) },
    clients: [settingOnce(700)],
    reports: ['timeout', 'mine'],
  },
  {
    name: 'a request that was given up with its connection is overtaken by the next one, and served after it',
    faults: { late: delay('request', 900) },
    clients: [
      function* (note) {
        note(yield* askFor(node, set, { timeout: fromMs(briefly), reconnect: true }));
        note(yield* ask(node, 'DEL', 'stock'));
        yield* wait(1000);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['timeout', '0', 'mine'],
    isAlways: true,
  },
  {
    name: 'the second message of a link can be lost while the first and the third arrive',
    faults: { lost: lose('request', 2) },
    clients: [
      function* (note) {
        for (const value of ['a', 'b', 'c'])
          note(yield* askFor(node, command('SET', 'stock', value), { timeout: fromMs(briefly) }));
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['OK', 'timeout', 'OK', 'c'],
  },
  {
    name: 'a link that is cut is silent, and what was sent meanwhile arrives late',
    faults: { cut: { ...cut(['client1'], [node], 'cut'), for: 600 } },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        note(yield* askFor(node, set, { timeout: fromMs(briefly) }));
        yield* wait(200);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    // It is sent again 800 ms after the first time, and the next request waits until then.
    reports: ['timeout', 'mine'],
  },
  {
    name: 'what a cut link holds up keeps its order',
    faults: { cut: { ...cut(['client1'], [node], 'cut'), for: 600 } },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        for (const value of ['a', 'b', 'c'])
          note(yield* askFor(node, command('SET', 'stock', value), { timeout: fromMs(30) }));
        yield* wait(1200);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['timeout', 'timeout', 'timeout', 'c'],
  },
  {
    name: 'what a cut link holds up is lost when the library closes the connection',
    faults: { cut: { ...cut(['client1'], [node], 'cut'), for: 600 } },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        note(yield* askFor(node, set, { timeout: fromMs(briefly), reconnect: true }));
        yield* wait(1200);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['timeout', 'nil'],
  },
  {
    name: 'a connection that is cut for longer than its life ends, and its client is told',
    settings: { connectionLife: 500 },
    faults: { cut: { ...cut(['client1'], [node], 'cut'), for: 2000 } },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        note(yield* askFor(node, set));
        yield* wait(2000);
        note(yield* ask(node, 'GET', 'stock'));
      },
    ],
    reports: ['closed', 'nil'],
  },
  {
    name: 'a call to all waits for every node, and for a silent one until its timeout',
    nodes: five,
    faults: { cut: cut(['client1'], ['nodeE'], 'cut') },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        yield* timed(
          note,
          (function* (): Program {
            const replies = yield* all(fiveNodes.map((one) => to(one, set, { timeout: fromMs(briefly) })));
            note(replies.map(words).join(' '));
          })(),
        );
      },
    ],
    reports: ['OK OK OK OK timeout', 'after the timeout'],
  },
  {
    name: 'a quorum is known as soon as it is reached, even if other nodes are silent',
    nodes: five,
    faults: { cut: cut(['client1'], ['nodeD', 'nodeE'], 'cut') },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        const calls = fiveNodes.map((one) => to(one, set, { timeout: fromMs(5000) }));
        const { granted, replies } = yield* quorum(calls, 3);
        note(`${granted} of ${replies.filter((reply) => reply !== null).length}`);
      },
    ],
    reports: ['3 of 3'],
  },
  {
    name: 'a quorum is known to be impossible as soon as too many nodes have refused',
    nodes: five,
    faults: { cut: cut(['client1'], ['nodeD', 'nodeE'], 'cut') },
    clients: [
      function* (note) {
        for (const one of fiveNodes.slice(0, 3)) yield* ask(one, 'SET', 'stock', 'yours');
        yield* injectNamed('cut', 10);
        const calls = fiveNodes.map((one) => to(one, set, { timeout: fromMs(5000) }));
        const { granted, replies } = yield* quorum(calls, 3);
        note(`${granted} of ${replies.filter((reply) => reply !== null).length}`);
      },
    ],
    reports: ['0 of 3'],
  },
  {
    name: 'a node that answers after the quorum has still served the request',
    nodes: five,
    faults: { pause: pause('nodeE', 'stop', 600) },
    clients: [
      function* (note) {
        yield* injectNamed('stop', 10);
        const { granted } = yield* quorum(
          fiveNodes.map((one) => to(one, set, { timeout: fromMs(5000) })),
          4,
        );
        note(String(granted));
        yield* wait(800);
        note(yield* valuesAt(['nodeE']));
      },
    ],
    reports: ['4', 'mine'],
  },
  {
    name: 'two clients that ask one node for the same key get it one after the other',
    clients: [
      function* (note) {
        const reply = yield* call(node, set, { timeout: null });
        note(words(reply));
        yield* wait(600);
        yield* ask(node, 'DEL', 'stock');
      },
      function* (note) {
        yield* wait(300);
        note(yield* ask(node, 'SET', 'stock', 'yours', 'NX', 'PX', longTtl));
        yield* wait(900);
        note(yield* ask(node, 'SET', 'stock', 'yours', 'NX', 'PX', longTtl));
      },
    ],
    reports: ['OK', 'nil', 'OK'],
  },
];
