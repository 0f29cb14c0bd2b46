// Who renews an agent's lease: when each choice renews while the agent works, computes, stands still, dies or ends.
import { expect, test } from 'vitest';
import {
  type AgentRenewalSettings,
  loopRenews,
  startRenewing,
  stopRenewing,
} from '../../../src/core/locks/shared/agentRenewal';
import { type Program, sleep, step } from '../../../src/core/model/effects/effect';
import { compute, type EventLoop, newEventLoop } from '../../../src/core/model/effects/eventLoop';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import { fromMs } from '../../../src/core/model/values/time';
import { play } from '../../support/play';

type Who = AgentRenewalSettings['renewedBy'];
type Does = (loop: EventLoop) => Program;

interface More {
  readonly fault?: Fault;
  /** How many renewals are granted. */
  readonly granted?: number;
}

/** The seconds at which the lease is renewed. The period is 2 s, the silence 3 s, and the run lasts 20 s. */
function renewals(renewedBy: Who, does: Does, { fault, granted = 100 }: More): string {
  const loop = newEventLoop();
  let left = granted;
  function* renew(): Program<boolean> {
    yield* step('renew');
    return left-- > 0;
  }
  function* agent(): Program {
    yield* step('begins');
    const settings = { renewedBy, silenceMax: 3000 };
    const tasks = yield* startRenewing({ loop, settings }, { period: fromMs(2000), renew });
    yield* does(loop);
    yield* stopRenewing(tasks);
    yield* sleep(fromMs(30_000));
  }
  const trace = play({ programs: { client1: agent }, faults: fault ? { fault } : {}, settings: { clients: 1 } });
  return [...readEvents(trace)]
    .flatMap((event) => (event.kind === 'step' && trace.strings[event.text] === 'renew' ? [event.at / 1e6] : []))
    .join(' ');
}

const answersFor = (seconds: number): Does =>
  function* (loop) {
    yield* compute(loop, fromMs(seconds * 1000));
    yield* sleep(fromMs(3000));
  };
const actsFor = (seconds: number): Does =>
  function* () {
    yield* sleep(fromMs(seconds * 1000));
  };

const after = (plus: number) => ({ kind: 'step', process: 'client1', step: 'begins', nth: 1, plus }) as const;
const hangs: Fault = { kind: 'crash', process: 'client1', only: 'thread', restartAfter: 'never', when: after(3200) };
const sleepsFrom = (plus: number): Fault => ({ kind: 'pause', process: 'client1', for: 5000, when: after(plus) });

test.each<[claim: string, renewedBy: Who, does: Does, renewed: string, more: More]>([
  ['nobody renews', 'nobody', actsFor(9), '', {}],
  ['the loop renews between many short steps', 'loop', actsFor(9), '2 4 6 8', {}],
  ['the loop cannot renew during one long answer, and is late', 'loop', answersFor(9), '9 11', {}],
  ['the loop of a dead agent renews no more', 'loop', actsFor(15), '2', { fault: hangs }],
  ['the harness renews during one long answer', 'harness', answersFor(9), '2 4 6 8 10', {}],
  ['the harness renews for a dead agent', 'harness', actsFor(15), '2 4 6 8 10 12 14 16 18 20', { fault: hangs }],
  ['a watching harness renews during one long answer', 'harness-while-alive', answersFor(9), '2 4 6 8 10', {}],
  ['a watching harness lets a dead agent’s lease end', 'harness-while-alive', actsFor(15), '2 4', { fault: hangs }],
  [
    'a watching harness that stood still with its agent hears from it first',
    'harness-while-alive',
    actsFor(10),
    '6 8',
    { fault: sleepsFrom(1000) },
  ],
  [
    'a watching harness that finds its agent silent looks again',
    'harness-while-alive',
    actsFor(12),
    '8.6 10.6',
    { fault: sleepsFrom(1600) },
  ],
  ['a refused renewal is the last one', 'harness', actsFor(15), '2 4 6', { granted: 2 }],
  ['a refused renewal is the last one of the loop', 'loop', actsFor(15), '2 4', { granted: 1 }],
])('%s', (_, renewedBy, does, renewed, more) => {
  expect(renewals(renewedBy, does, more)).toBe(renewed);
});

test('the agent computes without yielding only where its own loop renews', () => {
  const all: readonly Who[] = ['nobody', 'loop', 'harness', 'harness-while-alive'];
  expect(all.filter((renewedBy) => loopRenews({ renewedBy }))).toEqual(['loop']);
});
