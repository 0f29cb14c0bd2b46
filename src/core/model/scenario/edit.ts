/**
 * Moves and stretches faults, and ties them to other anchors. Each function returns a new fault and changes nothing in
 * place. This file knows scenarios and traces, but no pixels and no pointer.
 */

import { kindNumber, legs, processIndex, type Trace } from '../trace/trace';
import { column, instantAt, kindAt, processAt, processId, textOf } from '../trace/traceReader';
import { fromMs, type Micros, type Ms, toMs } from '../values/time';
import type { Fault, Message, When } from './fault';
import { type KindsOfFaults, kindOf, withValue } from './faultKind';
import type { ProcessId } from './processId';
import type { Scenario } from './scenario';
import { settingsFields } from './settingsFields';

/** A place that a fault can be tied to, so that it stays there when times change. */
export interface Anchor {
  /** In microseconds. */
  readonly at: number;
  readonly when: When;
  /** The step's name, or null for a request. `to` is the process that a request goes to, or null for a step. */
  readonly step: string | null;
  readonly to: ProcessId | null;
}

/** The scenario with the fault under this name. It replaces an old one, or is added at the end. */
export const withFault = (scenario: Scenario, name: string, fault: Fault): Scenario => ({
  ...scenario,
  faults: { ...scenario.faults, [name]: fault },
});

/** The fault under this name. Throws if absent. */
export function faultCalled({ faults }: Scenario, name: string): Fault {
  const fault = faults[name];
  if (fault === undefined) throw new Error(`The scenario has no fault ${name}.`);
  return fault;
}

export function withoutFault(scenario: Scenario, name: string): Scenario {
  const { [name]: _, ...faults } = scenario.faults;
  return { ...scenario, faults };
}

/** Runs longer by this much, rounded up to the step of the field, and at most as long as it allows. */
export function withMoreTime(scenario: Scenario, moreTime: Micros): Scenario {
  const { settings } = scenario;
  const { step, max } = settingsFields.duration;
  const duration = Math.min(max, Math.ceil((fromMs(settings.duration) + moreTime) / fromMs(step)) * step);
  return { ...scenario, settings: { ...settings, duration } };
}

/** The moment in whole milliseconds, never before the run. A pointer is not more precise than that. */
export const timeWhen = (at: number): When => ({ kind: 'time', at: Math.max(0, Math.round(toMs(at))) });

/**
 * The fault at another moment. A fault of a message becomes one of the first message that is sent from then on. An
 * anchor leaves it unchanged, because a message is found only by its time or its number.
 */
export function movedFault(fault: Fault, when: When): Fault {
  if (!('message' in fault)) return { ...fault, when };
  return when.kind === 'time' ? { ...fault, message: { ...pair(fault.message), after: when.at } } : fault;
}

/** The fault with another length, at least a millisecond. It is unchanged when its kind has no length. */
export function stretchedFault(fault: Fault, length: Ms, kinds: KindsOfFaults): Fault {
  const name = kindOf(fault, kinds).length;
  return name === null ? fault : withValue(fault, name, Math.max(1, Math.round(length)));
}

/**
 * The anchors for a fault of these processes, in order of time: the steps of the clients among them, the requests
 * that they send, and the requests that are sent to the servers among them. Cost: one pass over the trace.
 */
export function anchorsOf(trace: Trace, processes: readonly ProcessId[]): readonly Anchor[] {
  const wanted = new Set(processes.map((id) => processIndex(trace, id)));
  const anchors: Anchor[] = [];
  const counts = new Map<string, number>();
  const nth = (key: string): number => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = kindAt(trace, seq);
    const process = processAt(trace, seq);
    const at = instantAt(trace, seq);
    if (kind === kindNumber.step && wanted.has(process)) {
      const step = textOf(trace, column.step.text(trace, seq));
      const when: When = { kind: 'step', process: processId(trace, process), step, nth: nth(`${process} ${step}`) };
      anchors.push({ at, when, step, to: null });
    } else if (kind === kindNumber.sent && column.sent.leg(trace, seq) === legs.indexOf('request')) {
      const peer = column.sent.peer(trace, seq);
      const to = processId(trace, peer);
      if (wanted.has(process)) {
        const from = processId(trace, process);
        const when: When = { kind: 'request', to, from, side: 'after', nth: nth(`${process}→${peer}`) };
        anchors.push({ at, when, step: null, to });
      } else if (wanted.has(peer)) {
        anchors.push({ at, when: { kind: 'request', to, side: 'after', nth: nth(`→${peer}`) }, step: null, to });
      }
    }
  }
  return anchors;
}

interface Near {
  readonly at: number;
  /** How far away an anchor may be, in microseconds. */
  readonly within: number;
}

/**
 * The anchor nearest to an instant. Null when none is near enough. Code takes no time, so several anchors can fall on
 * one instant. A pointer that moves near them then reaches each in turn. If steps are among them, it reaches only the
 * steps.
 */
export function nearestAnchor(anchors: readonly Anchor[], { at, within }: Near): Anchor | null {
  let best = Number.POSITIVE_INFINITY;
  let together: Anchor[] = [];
  for (const anchor of anchors) {
    const distance = Math.abs(anchor.at - at);
    if (distance > within || distance > best) continue;
    if (distance < best) together = [];
    best = distance;
    together.push(anchor);
  }
  const steps = together.filter((anchor) => anchor.step !== null);
  const choice = steps.length > 0 ? steps : together;
  const first = choice[0];
  if (first === undefined) return null;
  const share = within === 0 ? 0 : (at - (first.at - within)) / (2 * within);
  return choice[Math.min(choice.length - 1, Math.max(0, Math.floor(share * choice.length)))] ?? first;
}

const pair = ({
  from,
  to,
  leg,
}: Message): { readonly from: ProcessId; readonly to: ProcessId; readonly leg: Message['leg'] } => ({
  from,
  to,
  leg,
});
