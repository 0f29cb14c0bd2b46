/**
 * The state of the world at one instant, from the spans of a trace: what each node holds, what each client does and
 * believes, what the storage has.
 */

import { bisectRight } from 'd3-array';
import type { ProcessId } from '../../core/model/scenario/processId';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { column, instantAt, processAt, processId, textOf } from '../../core/model/trace/traceReader';
import { nth } from '../../core/model/values/nth';
import type { Micros } from '../../core/model/values/time';
import type { HoldSpan } from '../../core/spans/holdSpans';
import type { ResourceEvent } from '../../core/spans/resourceEvents';
import { spansOf } from '../../core/spans/spans';

export type Outage = 'paused' | 'crashed' | 'power-loss';

export interface NodeMoment {
  readonly id: ProcessId;
  readonly outage: Outage | null;
  /** The client that set the lock's key; null: no client. */
  readonly owner: ProcessId | null;
  /** The time until the node expires it by its own clock; null: it never expires, or there is no key. */
  readonly left: Micros | null;
  /** The time that was left when the key was set. */
  readonly of: Micros | null;
  /** It ends with its owner's session, at a time that is not known in advance. */
  readonly endsWithSession: boolean;
  /** The clients that hold the lock together. Then it has no single owner. */
  readonly sharedBy: readonly ProcessId[];
  /** Whether a member of a lock service is its leader. Null: it is not a member. A member has no key of its own. */
  readonly leads: boolean | null;
}

export interface ClientMoment {
  readonly id: ProcessId;
  readonly outage: Outage | null;
  /** The label of the last step that it reached; null: it has not begun. */
  readonly step: string | null;
  readonly phase: 'outside' | 'wants' | 'inside' | 'releasing';
  /** The time left of its lease by its own belief, negative after its end; null: it holds forever, or holds nothing. */
  readonly left: Micros | null;
  readonly token: number | null;
}

export interface StorageMoment {
  readonly value: number | null;
  readonly version: number | null;
  readonly tokenMax: number | null;
}

export interface Moment {
  readonly nodes: readonly NodeMoment[];
  readonly clients: readonly ClientMoment[];
  readonly storage: StorageMoment;
}

/** All events at or before the instant have happened. Cost: linear in the spans and, once per trace, in the steps. */
export function momentAt(trace: Trace, at: Micros): Moment {
  const { processes } = trace.header;
  const nodes: NodeMoment[] = [];
  const clients: ClientMoment[] = [];
  processes.forEach(({ id, role }, index) => {
    if (role === 'client') clients.push(clientAt(trace, index, id, at));
    else if (role !== 'storage' && role !== 'sentinel')
      nodes.push({ ...nodeAt(trace, index, id, at), leads: role === 'member' ? leadsAt(trace, index, at) : null });
  });
  return { nodes, clients, storage: storageAt(trace, at) };
}

const leadsAt = (trace: Trace, index: number, at: Micros): boolean =>
  spansOf(trace).leaders.some(({ process, from, to }) => process === index && from <= at && (to === null || to > at));

function nodeAt(trace: Trace, index: number, id: ProcessId, at: Micros): Omit<NodeMoment, 'leads'> {
  const outage = outageAt(trace, index, at);
  const standing = spansOf(trace).entries.filter(
    ({ process, isLock, from, to }) => process === index && isLock && from <= at && (to === null || to > at),
  );
  // The first exclusive place in a queue for the lock.
  const span = standing.find(({ isSharedMode }) => !isSharedMode);
  if (span === undefined) {
    const sharedBy = standing.map(({ owner }) => processId(trace, owner));
    return { id, outage, owner: null, left: null, of: null, endsWithSession: false, sharedBy };
  }
  const { expiresAt, endsWithSession } = span;
  return {
    id,
    outage,
    sharedBy: [],
    owner: processId(trace, span.owner),
    left: expiresAt === null ? null : Math.max(0, expiresAt - at),
    of: expiresAt === null ? null : expiresAt - span.from,
    endsWithSession,
  };
}

function clientAt(trace: Trace, index: number, id: ProcessId, at: Micros): ClientMoment {
  const hold = spansOf(trace).holds.findLast(({ process, acquiringAt }) => process === index && acquiringAt <= at);
  const base = { id, outage: outageAt(trace, index, at), step: stepAt(trace, index, at) };
  return { ...base, ...phaseOf(hold, at) };
}

function phaseOf(hold: HoldSpan | undefined, at: Micros): Pick<ClientMoment, 'phase' | 'left' | 'token'> {
  const outside = { phase: 'outside', left: null, token: null } as const;
  if (hold === undefined) return outside;
  if (at >= hold.heldUntil && hold.end !== 'open') {
    const isReleasing = hold.end === 'released' && (hold.releasedAt === null || at < hold.releasedAt);
    return isReleasing ? { ...outside, phase: 'releasing' } : outside;
  }
  if (hold.acquiredAt === null || at < hold.acquiredAt) return { ...outside, phase: 'wants' };
  const belief = hold.validities.findLast(({ from }) => from <= at);
  const left = belief === undefined || belief.until === null ? null : belief.until - at;
  return { phase: 'inside', left, token: hold.token };
}

function storageAt(trace: Trace, at: Micros): StorageMoment {
  const past = spansOf(trace).resource.filter((event) => event.at <= at);
  const latestEvent = newest(past);
  const tokenMax = past.reduce((most, event) => Math.max(most, event.tokenMax), -1);
  return {
    value: latestEvent === undefined ? null : latestEvent.value,
    version: latestEvent === undefined || latestEvent.version < 0 ? null : latestEvent.version,
    tokenMax: tokenMax < 0 ? null : tokenMax,
  };
}

/**
 * The newest version that was read or written. A lagging replica shows an older one. Events without versions come in
 * order.
 */
function newest(events: readonly ResourceEvent[]): ResourceEvent | undefined {
  let latestEvent: ResourceEvent | undefined;
  for (const event of events) {
    const hasVersion = event.kind === 'wrote' || (event.kind === 'read' && event.version >= 0);
    if (hasVersion && event.version >= (latestEvent?.version ?? -1)) latestEvent = event;
  }
  return latestEvent;
}

const outageAt = (trace: Trace, index: number, at: Micros): Outage | null =>
  spansOf(trace).outages.findLast(
    ({ process, from, to }) => process === index && from <= at && (to === null || to > at),
  )?.kind ?? null;

interface Steps {
  readonly at: number[];
  readonly text: number[];
}

const stepsKnown = new WeakMap<Trace, ReadonlyMap<number, Steps>>();

/** The last step that a process has reached; null before its first one. */
export function stepAt(trace: Trace, process: number, at: Micros): string | null {
  const steps = stepsOf(trace).get(process);
  if (steps === undefined) return null;
  const count = bisectRight(steps.at, at);
  return count === 0 ? null : textOf(trace, nth(steps.text, count - 1));
}

function stepsOf(trace: Trace): ReadonlyMap<number, Steps> {
  const cachedSteps = stepsKnown.get(trace);
  if (cachedSteps !== undefined) return cachedSteps;
  const stepsByProcess = new Map<number, Steps>();
  for (let seq = 0; seq < trace.count; seq++) {
    if (trace.kind[seq] !== kindNumber.step) continue;
    const process = processAt(trace, seq);
    const steps = stepsByProcess.get(process) ?? { at: [], text: [] };
    steps.at.push(instantAt(trace, seq));
    steps.text.push(column.step.text(trace, seq));
    stepsByProcess.set(process, steps);
  }
  stepsKnown.set(trace, stepsByProcess);
  return stepsByProcess;
}
