/** What may happen next in a state, and the state after it. */

import { pageName } from '../../core/model/links/pageNames';
import type { Decision } from '../../core/model/scenario/decision';
import type { ProcessId } from '../../core/model/scenario/processId';
import { clientIds, masterOf, roleOf } from '../../core/model/scenario/processId';
import { groupedBy } from '../../core/model/values/grouped';
import { fromMs, type Micros } from '../../core/model/values/time';
import { arrivesByItself, type DecidedFault, nameOfMessage } from './decision';
import { messageTime, type Plan } from './plan';
import { type ProcessState, type Standing, type State, stateOf, type Waiting } from './state';

/** A process takes one thing in this time, and time that has passed is over for all. */
const gap: Micros = fromMs(messageTime);

/**
 * All decisions that a state allows, the usual ones first: messages in the order in which they were sent, clients that
 * may start or wake, the passing of time, and the faults that the rules still allow.
 */
export function choices(state: Standing): readonly Decision[] {
  const isInTime = (decision: Decision): boolean => state.next === null || timeOf(state, decision) < state.next;
  return [
    ...deliveries(state).filter(isInTime),
    ...starts(state).filter(isInTime),
    ...wakings(state).filter(isInTime),
    ...(state.next === null || state.game.rules.timeStands === true ? [] : [{ kind: 'pass' } as const]),
    ...faults(state).filter(isInTime),
  ];
}

/** One step. Pure. Throws if the decision names a message that does not wait, or a process that does not exist. */
export const decide = (state: Standing, decision: Decision): State => stateOf(state.game, planAfter(state, decision));

/** One decision of a list, with the states around it. */
export interface DecidedStep {
  readonly before: State;
  readonly decision: Decision;
  readonly after: State;
}

export function stepsThrough(first: State, decisions: readonly Decision[]): readonly DecidedStep[] {
  let before = first;
  return decisions.map((decision) => {
    const step = { before, decision, after: decide(before, decision) };
    before = step.after;
    return step;
  });
}

function deliveries({ waiting, processes, game }: Standing): readonly Decision[] {
  const isAwake = (id: ProcessId): boolean => processes.some((one) => one.id === id && !one.isAsleep);
  const able = waiting.filter(({ name, isBehind }) => !isBehind && isAwake(name.to));
  const rounds = [...groupedBy(able, ({ round, name }) => `${round} ${name.leg}`).values()];
  return rounds.flatMap((round): readonly Decision[] => {
    const single = round.map(({ name }): Decision => ({ kind: 'deliver', messages: [name] }));
    if (round.length < 2) return single;
    const whole: Decision = { kind: 'deliver', messages: round.map(({ name }) => name) };
    return game.rules.wholeRounds === true ? [whole] : [whole, ...single];
  });
}

const starts = ({ plan, game }: Standing): readonly Decision[] =>
  clientIds(game.base.settings.clients)
    .filter((client) => !plan.starts.has(client))
    .map((client) => ({ kind: 'start', client }));

function wakings({ processes, plan }: Standing): readonly Decision[] {
  const isDown = ({ id, isAlive }: ProcessState): boolean =>
    !isAlive && plan.faults.some(({ kind, process, until }) => kind === 'crash' && process === id && until === null);
  return processes.flatMap((process): readonly Decision[] => {
    if (process.isAsleep) return [{ kind: 'wake', process: process.id }];
    return isDown(process) ? [{ kind: 'restart', process: process.id }] : [];
  });
}

function faults(state: Standing): readonly Decision[] {
  const { game, plan, processes, waiting } = state;
  const { rules } = game;
  const left = (kind: DecidedFault): boolean => {
    const before =
      kind === 'lose'
        ? [...plan.arrivals.values()].filter(({ at }) => at === null)
        : plan.faults.filter((fault) => fault.kind === kind);
    return before.length < (rules.faults[kind] ?? 0);
  };
  const isTarget = (id: ProcessId): boolean => rules.targets?.includes(id) ?? true;
  const isRunning = ({ id, isAlive, isAsleep, lastAt }: ProcessState): boolean =>
    isAlive && !isAsleep && isTarget(id) && (roleOf(id) !== 'client' || lastAt >= 0);
  const running = processes.filter(isRunning).map(({ id }) => id);
  const mayStillSleep = (id: ProcessId): boolean =>
    rules.sleepBefore === undefined || processOf(state, id).stepsReached < game.base.settings.rounds;
  const masters = new Set(processes.filter(({ id }) => roleOf(id) === 'replica').map(({ id }) => masterOf(id)));
  return [
    ...(left('sleep') ? running.filter((id) => roleOf(id) === 'client' && mayStillSleep(id)) : []).map(
      (process): Decision => ({
        kind: 'sleep',
        process,
        ...(rules.sleepBefore === undefined ? {} : { before: rules.sleepBefore }),
      }),
    ),
    ...(left('crash') ? running.filter((id) => ['client', 'node'].includes(roleOf(id))) : []).map(
      (process): Decision => ({ kind: 'crash', process }),
    ),
    ...(left('failover') ? running.filter((id) => masters.has(id)) : []).map(
      (process): Decision => ({ kind: 'failover', process }),
    ),
    ...(left('lose') ? waiting.filter(({ isBehind, isNeeded }) => !isBehind && !isNeeded) : []).map(
      ({ name }): Decision => ({ kind: 'lose', message: name }),
    ),
  ];
}

/** When a decision happens, in microseconds of the run. A round of several messages: the first of them. */
function timeOf(state: Standing, decision: Decision): Micros {
  const { now, plan } = state;
  switch (decision.kind) {
    case 'pass':
      return state.next ?? now;
    case 'deliver': {
      const [first] = decision.messages;
      return first === undefined ? now : arrivalOf(state, waitingNamed(state, nameOfMessage(first)), new Map());
    }
    case 'start':
      return Math.max(plan.passedTo + gap, lastOfAutomatic(state));
    case 'sleep':
      return Math.max(lastOf(state, decision.process), plan.passedTo) + gap;
    case 'wake':
      return Math.max(lastOf(state, decision.process), plan.passedTo, lastOfAutomatic(state)) + gap;
    case 'lose':
      return now;
    default:
      // Others hear of it, so it comes after all that has happened.
      return now + gap;
  }
}

function processOf({ processes }: Standing, id: ProcessId): ProcessState {
  const process = processes.find((one) => one.id === id);
  if (process === undefined) throw new Error(`There is no ${pageName(id).en} in this level.`);
  return process;
}

const lastOf = (state: Standing, id: ProcessId): Micros => processOf(state, id).lastAt;

/** What a client sends to these servers arrives by itself, and then comes after all that has happened there. */
const lastOfAutomatic = ({ game, processes }: Standing): Micros =>
  Math.max(0, ...processes.filter(({ id }) => arrivesByItself(game.rules, id)).map(({ lastAt }) => lastAt));

function waitingNamed({ waiting }: Standing, name: string): Waiting {
  const found = waiting.find((one) => nameOfMessage(one.name) === name);
  if (found === undefined) throw new Error(`No message ${name} waits.`);
  return found;
}

/**
 * When a message arrives: after everything that has happened to its receiver, so that it changes nothing of that.
 *
 * @param taken the times at which receivers take earlier messages of the same decision
 */
function arrivalOf(
  state: Standing,
  { name, sentAt, isRefused }: Waiting,
  taken: ReadonlyMap<ProcessId, Micros>,
): Micros {
  const { plan, now, game } = state;
  // Its sender hears of the refusal.
  if (isRefused) return now + gap;
  const last = taken.get(name.to) ?? Math.max(lastOf(state, name.to), plan.passedTo, lastOfAutomatic(state));
  const earliest = Math.max(sentAt, last) + gap;
  // The reply arrives by itself, and changes nothing of what its receiver has done.
  return game.rules.arriveByThemselves.includes('replies') && name.leg === 'request'
    ? Math.max(earliest, lastOf(state, name.from))
    : earliest;
}

/** The plan after one more decision. */
export function planAfter(state: Standing, decision: Decision): Plan {
  const { plan } = state;
  const at = timeOf(state, decision);
  const latest = Math.max(plan.latest, at);
  switch (decision.kind) {
    case 'start':
      return { ...plan, latest, starts: new Map(plan.starts).set(decision.client, at) };
    case 'pass':
      return { ...plan, latest, passedTo: at };
    case 'lose': {
      const name = nameOfMessage(decision.message);
      const { sentAt } = waitingNamed(state, name);
      return { ...plan, arrivals: new Map(plan.arrivals).set(name, { message: decision.message, sentAt, at: null }) };
    }
    case 'deliver':
      return delivered(
        state,
        decision.messages.map((message) => waitingNamed(state, nameOfMessage(message))),
      );
    case 'wake':
    case 'restart':
      return {
        ...plan,
        latest,
        faults: plan.faults.map((fault) =>
          fault.process === decision.process && fault.kind === endedKind(decision.kind) && fault.until === null
            ? { ...fault, since: processOf(state, decision.process).asleepSince, until: at }
            : fault,
        ),
      };
    default: {
      const step = decision.kind === 'sleep' ? decision.before : undefined;
      const { stepsReached } = processOf(state, decision.process);
      const before = step === undefined ? null : { step, nth: stepsReached + 1 };
      return {
        ...plan,
        latest,
        faults: [
          ...plan.faults,
          { kind: decision.kind, process: decision.process, at, before, since: null, until: null },
        ],
      };
    }
  }
}

const endedKind = (kind: 'wake' | 'restart'): 'sleep' | 'crash' => (kind === 'wake' ? 'sleep' : 'crash');

function delivered(state: Standing, messages: readonly Waiting[]): Plan {
  const { plan } = state;
  const arrivals = new Map(plan.arrivals);
  const taken = new Map<ProcessId, Micros>();
  let latest = plan.latest;
  for (const message of messages) {
    const at = arrivalOf(state, message, taken);
    taken.set(message.name.to, at);
    latest = Math.max(latest, at);
    arrivals.set(nameOfMessage(message.name), { message: message.name, sentAt: message.sentAt, at });
  }
  return { ...plan, arrivals, latest };
}
