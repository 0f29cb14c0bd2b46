/**
 * A run that stands still: what has happened, what waits, and what may happen next. It is `simulate` itself, stopped
 * at a time: messages that nobody has decided are set aside when they would arrive.
 */

import type { MessageName } from '../../core/model/scenario/decision';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { kindNumber, legs, type Trace, type TraceHeader } from '../../core/model/trace/trace';
import { textOf } from '../../core/model/trace/traceReader';
import { cutTrace } from '../../core/model/trace/traceWriter';
import { nth } from '../../core/model/values/nth';
import { fromMs, instant, type Micros, toMs } from '../../core/model/values/time';
import { Closing, Message } from '../../core/sim/message';
import type { Parts } from '../../core/sim/parts';
import { Simulation } from '../../core/sim/simulate';
import { arrivesByItself, nameOfMessage, type OrderRules } from './decision';
import { emptyPlan, never, type Plan, scenarioOf, withoutTimes } from './plan';

/** A run of more events ends the search for its next moment. */
const eventsMax = 20_000;

const moment: Micros = 1000;

/** Who plays, with what. */
export interface Game {
  /** Without faults, all messages equally fast (`withoutTimes`). */
  readonly base: Scenario;
  readonly rules: OrderRules;
  readonly parts: Parts;
}

export const gameOf = (scenario: Scenario, rules: OrderRules, parts: Parts): Game => ({
  base: withoutTimes(scenario),
  rules,
  parts,
});

/** A message on its way that nobody has decided. */
export interface Waiting {
  readonly name: MessageName;
  readonly sentAt: Micros;
  /** The number of its request in the trace, plus one for a reply. */
  readonly id: number;
  /** Messages of one round of calls have the same number. */
  readonly round: number;
  /** An earlier message of its connection waits, too. */
  readonly isBehind: boolean;
  /** Its receiver has ended since it was sent, so that nobody will take it. */
  readonly isRefused: boolean;
  /** Its loss would end its connection, or let the end of it arrive that waits behind the message: in the past. */
  readonly isNeeded: boolean;
}

export interface ProcessState {
  readonly id: ProcessId;
  readonly isAlive: boolean;
  readonly isAsleep: boolean;
  /** How often it has come to the step before which it may fall asleep (`OrderRules.sleepBefore`). */
  readonly stepsReached: number;
  /** When it fell asleep last, in microseconds. −1: it has not slept. */
  readonly asleepSince: Micros;
  /** The time of the last thing that it did or that happened to it. −1: nothing yet. */
  readonly lastAt: Micros;
}

/** All that the next decision depends on. */
export interface Standing {
  readonly game: Game;
  readonly plan: Plan;
  readonly now: Micros;
  readonly waiting: readonly Waiting[];
  readonly processes: readonly ProcessState[];
  /** When something happens by itself. Null: never. */
  readonly next: Micros | null;
}

export interface State extends Standing {
  /** What has happened so far, as if the run ended now. */
  readonly trace: Trace;
}

/** Client 1 has just asked for the lock. */
export const beginning = (game: Game): State =>
  stateOf(game, { ...emptyPlan, starts: new Map([['client1', emptyPlan.latest]]) });

/** Simulates the plan up to its latest decision, and what follows from it by itself. Cost: one short simulation. */
export function stateOf(game: Game, plan: Plan): State {
  const scenario = scenarioOf(game.base, plan, []);
  const run = new Simulation(scenario, game.parts);
  const { queue, trace, machines } = run.world;
  const waiting: Message[] = [];
  const ends: Closing[] = [];

  const { rules } = game;
  const isDecided = (message: Message): boolean =>
    (message.leg !== 0 && rules.arriveByThemselves.includes('replies')) ||
    arrivesByItself(rules, message.to.id) ||
    arrivesByItself(rules, message.from.id) ||
    plan.arrivals.has(nameOfMessage(nameOf(message)));
  const runTo = (at: Micros): void => {
    for (let count = 0; queue.next() <= at && count < eventsMax; count++) {
      const event = queue.pop();
      if (event instanceof Message && !isDecided(event)) waiting.push(event);
      // The end of a connection comes after everything that was sent on it.
      else if (event instanceof Closing && waiting.some((message) => isOnSameConnection(message, event)))
        ends.push(event);
      else event.fire();
    }
  };
  let now = plan.latest;
  runTo(now);
  // Notices of a closed connection, and replies that arrive by themselves, belong to what has just happened.
  for (let settles = 0; settles < eventsMax; settles++) {
    const arrivals = queue
      .entries()
      .filter(
        ([at, event]) =>
          at < fromMs(never) && (event instanceof Closing || (event instanceof Message && isDecided(event))),
      )
      .map(([at]) => at);
    if (arrivals.length === 0) break;
    now = Math.max(now, Math.min(...arrivals));
    runTo(now);
  }
  const onTheirWay = queue
    .entries()
    .flatMap(([, event]) => (event instanceof Message && !isDecided(event) ? [event] : []));
  const all = [...waiting, ...onTheirWay].sort(bySending);
  const count = trace.count;
  const processes = machines.map(({ id, alive, paused }) => ({ id, isAlive: alive, isAsleep: paused }));
  const seen = all.map((message) => waitingOf(message, all, ends));

  const server = run.world.serverDue();
  let next: Micros | null = null;
  for (let tries = 0; tries < eventsMax && queue.next() < fromMs(never) - 1000 && trace.count === count; tries++) {
    next = queue.next();
    runTo(next);
  }
  if (trace.count === count) next = null;
  const whole = run.lend('duration');
  const soFar = cutTrace({ ...whole, count }, (column) => column.slice(0, count));
  const history = historyOf(soFar, game.rules.sleepBefore);
  return {
    game,
    plan,
    now,
    trace: { ...soFar, header: headerOf(whole, endOf({ now, next }), server) },
    waiting: seen,
    processes: processes.map((process, i) => ({ ...process, ...nth(history, i) })),
    next,
  };
}

const nameOf = ({ from, to, leg, nth: number }: Message): MessageName => ({
  from: from.id,
  to: to.id,
  leg: nth(legs, leg),
  nth: number,
});

/** A run that stands still ends a moment after what has happened, so that two holders at once are two for a while. */
const endOf = ({ now, next }: Pick<Standing, 'now' | 'next'>): Micros =>
  next === null ? now + moment : Math.min(now + moment, next - 1);

/** Nothing is due after the end but what a server does by itself. */
function headerOf({ header }: Trace, endedAt: Micros, server: Micros): TraceHeader {
  const { due: _, ...rest } = header;
  return {
    ...rest,
    endedAt: instant(endedAt),
    ...(server === Number.POSITIVE_INFINITY ? {} : { due: { server: instant(server) } }),
  };
}

/** Of messages sent at the same time on one connection, the one of the lower number is first. */
const bySending = (one: Message, other: Message): number =>
  one.sentAt - other.sentAt || one.nth - other.nth || one.id - other.id;

const isOnSameConnection = (one: Message, other: Message | Closing): boolean =>
  one.from === other.from && one.to === other.to && one.connection === other.connection;

function waitingOf(message: Message, all: readonly Message[], ends: readonly Closing[]): Waiting {
  const { to, leg, incarnation, serverIncarnation } = message;
  const isBefore = (other: Message): boolean => isOnSameConnection(other, message) && bySending(other, message) < 0;
  return {
    name: nameOf(message),
    sentAt: message.sentAt,
    id: message.id,
    round: message.group === null ? message.id : nth(message.group.messages, 0).id & ~1,
    isBehind: all.some(isBefore),
    isRefused: !to.alive || to.incarnation !== (leg === 0 ? serverIncarnation : incarnation),
    isNeeded: message.lossCloses || ends.some((end) => isOnSameConnection(message, end)),
  };
}

/** What the trace says of each process, in their order. −1: never. */
function historyOf(trace: Trace, step: string | undefined) {
  const history = trace.header.processes.map(() => ({ lastAt: -1, asleepSince: -1, stepsReached: 0 }));
  for (let seq = 0; seq < trace.count; seq++) {
    const one = nth(history, nth(trace.process, seq));
    one.lastAt = nth(trace.at, seq);
    if (trace.kind[seq] === kindNumber.paused) one.asleepSince = one.lastAt;
    if (trace.kind[seq] === kindNumber.step && textOf(trace, nth(trace.a, seq)) === step) one.stepsReached++;
  }
  return history;
}

/** The scenario of what has happened so far, which ends now. Its run by `simulate` is this one. */
export const scenarioOfState = ({ game, plan, now, waiting, next }: Standing): Scenario => {
  const scenario = scenarioOf(
    game.base,
    plan,
    waiting.map(({ name }) => name),
  );
  return { ...scenario, settings: { ...scenario.settings, duration: toMs(endOf({ now, next })) } };
};
