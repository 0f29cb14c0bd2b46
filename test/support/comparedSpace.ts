/**
 * The explorer's space of one fault, limited to places that a library and its profile share: a step of the client,
 * the nth request or message of the lock, a time. An effect of the profile's program is replaced by the request or
 * the step that it leads to, or by its instant.
 */

import { round } from '../../src/core/clients/round';
import { standardKinds } from '../../src/core/faults';
import type { Placement } from '../../src/core/faults/injectionPoints';
import type { Fault, FaultKind, Message, When } from '../../src/core/model/scenario/fault';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import type { Trace } from '../../src/core/model/trace/trace';
import { eventsOf, processId, readEvent, textOf } from '../../src/core/model/trace/traceReader';
import { toMs } from '../../src/core/model/values/time';
import type { Parts } from '../../src/core/sim/parts';
import { placementsOf, spaceOf } from '../../src/search/explore/space';
import { surveyOf } from '../../src/search/explore/surveyOf';
import { equalNodes, isFirstOfEquals } from '../../src/search/explore/symmetry';
import { isWarmUp } from './comparedRun';

/** The same fault in the form of each of the two. */
export interface SharedFault {
  readonly profile: Fault;
  readonly library: Fault;
}

/**
 * Which of the library's messages corresponds to the profile's nth, by link and leg. The library's warm-up comes in
 * between.
 */
export type Ordinals = Readonly<Record<string, readonly number[]>>;

const linkOf = (from: string, to: string, leg: string): string => `${from} ${to} ${leg}`;
const legs = ['request', 'reply', 'push'] as const;

/** @param trace the library's run without a fault */
export function ordinalsIn(trace: Trace): Ordinals {
  const counts = new Map<string, number>();
  const ordinals: Record<string, number[]> = {};
  const skipped = new Set<number>();
  for (const { process, peer, text, leg, message } of eventsOf(trace, 'sent')) {
    const [from, to] = [processId(trace, process), processId(trace, peer)];
    const isOwn = leg === 1 ? !skipped.has(message - 1) : !isWarmUp(textOf(trace, text));
    if (!isOwn) skipped.add(message);
    const links = [linkOf(from, to, legs[leg] ?? ''), ...(leg === 0 ? [linkOf('any', to, 'request')] : [])];
    for (const link of links) {
      const count = (counts.get(link) ?? 0) + 1;
      counts.set(link, count);
      if (isOwn) ordinals[link] = [...(ordinals[link] ?? []), count];
    }
  }
  return ordinals;
}

/** @param scenario the profile's scenario */
export function sharedFaults(
  scenario: Scenario,
  ordinals: Ordinals,
  parts: Parts,
  kinds: readonly FaultKind[] = standardKinds,
): readonly SharedFault[] {
  const space = spaceOf(scenario, parts, { kinds });
  const { trace, survey } = surveyOf(scenario, parts, space.lengths);
  const alike = equalNodes(trace);
  const shared = new Map<string, SharedFault>();
  for (const placement of placementsOf(space, survey)) {
    if (!isFirstOfEquals(placement, alike)) continue;
    const profile = anchored(placement, trace);
    const library = ofLibrary(profile, ordinals);
    if (library !== null) shared.set(JSON.stringify(profile), { profile, library });
  }
  return [...shared.values()];
}

function anchored({ fault, process, at, seq }: Placement, trace: Trace): Fault {
  if (!('when' in fault) || fault.when.kind !== 'effect') return fault;
  return { ...fault, when: next(trace, process, seq) ?? { kind: 'time', at: toMs(at) + 0.5 } };
}

/** The first step or request of this client at this instant, starting from this event. */
function next(trace: Trace, client: ProcessId, from: number): When | null {
  const counts = new Map<string, number>();
  for (let seq = 0; seq < trace.count; seq++) {
    const event = readEvent(trace, seq);
    if (processId(trace, event.process) !== client) continue;
    if (seq >= from && event.at !== trace.at[from]) return null;
    let when: ((nth: number) => When) | null = null;
    let name = '';
    if (event.kind === 'step' && round.steps.includes(textOf(trace, event.text))) {
      const step = textOf(trace, event.text);
      name = step;
      when = (nth) => ({ kind: 'step', process: client, step, nth });
    } else if (event.kind === 'sent') {
      const to = processId(trace, event.peer);
      name = to;
      when = (nth) => ({ kind: 'request', from: client, to, side: 'before', nth });
    }
    if (when === null) continue;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    if (seq >= from) return when(nth);
  }
  return null;
}

function ofLibrary(fault: Fault, ordinals: Ordinals): Fault | null {
  if ('message' in fault) {
    const message = messageOf(fault.message, ordinals);
    return message && { ...fault, message };
  }
  if (fault.when.kind !== 'request') return fault;
  const { from = 'any', to, nth } = fault.when;
  const ordinal = ordinals[linkOf(from, to, 'request')]?.[nth - 1];
  return ordinal === undefined ? null : { ...fault, when: { ...fault.when, nth: ordinal } };
}

function messageOf(message: Message, ordinals: Ordinals): Message | null {
  if (!('nth' in message)) return message;
  const ordinal = ordinals[linkOf(message.from, message.to, message.leg)]?.[message.nth - 1];
  return ordinal === undefined ? null : { ...message, nth: ordinal };
}
