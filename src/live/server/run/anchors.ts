/** Faults that wait for a place in a client's code: what the client counts, and what it does to itself there. */
import { type FaultPrograms, firstOrderOf } from '../../../core/faults/program';
import type { Fault, When } from '../../../core/model/scenario/fault';
import { isClient, type ProcessId } from '../../../core/model/scenario/processId';
import type { Scenario } from '../../../core/model/scenario/scenario';
import { clockAtStart } from '../../../core/model/values/clock';
import type { Anchor, SelfInjection } from '../process/contract';

/** The effect of a fault on its client at its anchor. The anchor has the number of the fault. */
export interface PlannedAnchor {
  readonly client: ProcessId;
  readonly anchor: Anchor;
  /** Whether the fault hits the process that counts. */
  readonly isOwn: boolean;
}

/**
 * Returns the anchor of one fault; null if it does not wait for a client's code, but for a time, a message, or a
 * request of any process.
 */
export function plannedAnchor(
  scenario: Scenario,
  fault: Fault,
  number: number,
  programs: FaultPrograms,
): PlannedAnchor | null {
  if (!('when' in fault)) return null;
  const client = countingClient(fault.when);
  if (client === null) return null;
  const isOwn = 'process' in fault && fault.process === client;
  return {
    client,
    isOwn,
    anchor: anchorOf(fault.when, number, selfInjection(scenario, fault, number, { client, programs })),
  };
}

/**
 * The anchors of a client. If several coincide, it meets them in this order. A long stop comes last, because the others
 * must not wait until the client goes on.
 */
export const anchorsInOrder = (planned: readonly PlannedAnchor[], client: ProcessId): readonly Anchor[] =>
  planned
    .filter((one) => one.client === client)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ anchor }) => anchor);

const rank = ({ anchor: { inject }, isOwn }: PlannedAnchor): number => {
  if (inject.kind === 'tell' || inject.kind === 'clock') return 0;
  return isOwn ? 2 : 1;
};

/** The client that counts until the fault takes effect. */
function countingClient(when: When): ProcessId | null {
  switch (when.kind) {
    case 'step':
    case 'effect':
      return when.process;
    case 'request':
      return when.from !== undefined && isClient(when.from) ? when.from : null;
    default:
      return null;
  }
}

/** Code that has to stop at its anchor stops itself. It goes on when the fault has taken effect, here or elsewhere. */
function selfInjection(
  scenario: Scenario,
  fault: Fault,
  number: number,
  { client, programs }: { readonly client: ProcessId; readonly programs: FaultPrograms },
): SelfInjection {
  if ('when' in fault && fault.when.kind === 'step' && (fault.when.plus ?? 0) > 0) return { kind: 'tell' };
  const stop = { kind: 'stop', suspended: false } as const;
  if (!('process' in fault) || fault.process !== client) return stop;
  const firstOrder = firstOrderOf(fault, programs);
  switch (firstOrder?.kind) {
    case 'pause':
      return { ...stop, suspended: firstOrder.stoppedClocks !== 'none' };
    case 'end-thread':
      return { kind: 'end-thread', fault: number };
    case 'jump':
      return { kind: 'clock', change: { jumpMicros: firstOrder.by } };
    case 'drift':
      return { kind: 'clock', change: { driftPpm: clockAtStart(scenario, client).driftPpm + firstOrder.ppm } };
    case 'slew':
      return { kind: 'clock', change: { slewPpm: firstOrder.ppm } };
    default:
      return stop;
  }
}

function anchorOf(when: When, id: number, inject: SelfInjection): Anchor {
  switch (when.kind) {
    case 'step':
      return { id, inject, nth: when.nth, kind: 'step', step: when.step };
    case 'effect':
      return { id, inject, nth: when.nth, kind: 'effect' };
    case 'request':
      return { id, inject, nth: when.nth, kind: 'request', to: when.to, side: when.side };
    default:
      throw new Error(`No client counts until a fault's ${when.kind} comes.`);
  }
}
