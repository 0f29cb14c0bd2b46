/** What a press on a lane can do to its process there, and the fault that it places. */
import { withFault, withMoreTime } from '../../core/model/scenario/edit';
import type { Fault, FaultKind, Message, When } from '../../core/model/scenario/fault';
import { isClient, type ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { type Instant, instant, type Ms, toMs } from '../../core/model/values/time';
import { messageOf } from '../../core/spans/messageSpans';
import { spansOf } from '../../core/spans/spans';
import type { Hit, Point } from '../../picture/layout/hitTest';
import type { Picture } from '../../picture/layout/picture';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { simulateNow } from '../state/longRun';
import { currentRun } from '../state/run';
import { effectiveFault } from './effectivePlace';
import type { FaultRules } from './faultRules';
import { freeName } from './freeName';
import { laneAt } from './geometry';
import { offeredFault } from './offeredFault';

/** A press on the picture. */
export interface Press {
  /** The process whose name was pressed, at the playhead, or a place in the picture. */
  readonly on: ProcessId | Point;
  /** What lies there. */
  readonly hit: Hit | null;
}

/** A press on a lane. */
export interface LanePress {
  readonly process: ProcessId;
  readonly at: Instant;
  /** The row of the message under it in `spansOf(trace).messages`; null: no message lies there. */
  readonly message: number | null;
}

/** A press on the lock's bar means the first server that keeps the lock. Null: no lane was pressed. */
export function pressOnLane({ on, hit }: Press, { trace }: Run, picture: Picture): LanePress | null {
  if (typeof on === 'string') return { process: on, at: instant(useCursor.getState().at), message: null };
  const { axis, lanes } = picture;
  const { top, bottom } = lanes.holderStrip;
  const isLock = on.y >= top - 6 && on.y <= bottom + 6;
  const server = trace.header.processes.find(({ role }) => role !== 'client' && role !== 'storage');
  const process = isLock ? server?.id : laneAt(picture, on.y)?.id;
  if (process === undefined || on.x < axis.left) return null;
  const at = instant(Math.max(0, Math.round(axis.at(on.x))));
  return { process, at, message: hit?.kind === 'message' ? hit.row : null };
}

/** The kinds that are offered, for a client and for all other processes. */
const offeredTo = { client: ['pause', 'crash', 'lose'], others: ['crash', 'clock-jump', 'lose'] } as const;

export type HurtKind = (typeof offeredTo)['client' | 'others'][number];

/** The kinds that can hit the process there, as the palette knows them. */
export function hurtsAt(press: LanePress, rules: FaultRules): readonly HurtKind[] {
  const kinds = offeredTo[isClient(press.process) ? 'client' : 'others'];
  return kinds.filter((kind) => {
    if (!rules.allows(kind) || !rules.mayHit(press.process)) return false;
    const { process, when } = wanted(kind, press);
    const offered = offeredFault(kind, useEdition.getState().committed, { process, when });
    return 'fault' in offered && hits(offered.fault, process);
  });
}

const hits = (fault: Fault, process: ProcessId): boolean =>
  'process' in fault ? fault.process === process : 'message' in fault && fault.message.from === process;

export interface Placed {
  /** The name of the fault. */
  readonly name: string;
  /** With the fault. */
  readonly scenario: Scenario;
  readonly wanted: Ms;
  readonly at: Ms;
}

/** The fault where it is wanted, or at the nearest place where it changes the run. Null: it changes nothing anywhere. */
export function placed(kind: HurtKind, press: LanePress, rules: FaultRules): Placed | null {
  const { committed } = useEdition.getState();
  const { process, when, message } = wanted(kind, press);
  const offered = offeredFault(kind, committed, { process, when });
  if (!('fault' in offered)) return null;
  const { scenario } = offered;
  const fresh = rules.adapted(offered.fault);
  const aimedFault = 'message' in fresh && message !== null ? { ...fresh, message } : fresh;
  const fault = effectiveFault({ scenario, faults: [aimedFault], at: when.at });
  if (fault === null) return null;
  const name = freeName(scenario, kind);
  const hurt = withFault(scenario, name, fault);
  const hitAt = spansOf(simulateNow(hurt).trace).faults.find((span) => span.name === name)?.from ?? null;
  return { name, scenario: hurt, wanted: when.at, at: hitAt === null ? when.at : Math.round(toMs(hitAt)) };
}

export function commitPlaced({ name, scenario }: Placed): void {
  const { commit, select } = useEdition.getState();
  commit(untilJudged(scenario));
  select({ kind: 'fault', name });
}

/** A run that ends too early to be judged runs on. */
function untilJudged(scenario: Scenario): Scenario {
  const { moreTime } = simulateNow(scenario).verdict;
  return moreTime === undefined ? scenario : withMoreTime(scenario, moreTime);
}

interface Wanted {
  readonly process: ProcessId;
  readonly when: Extract<When, { readonly kind: 'time' }>;
  /** Null: the next that the process sends. */
  readonly message: Message | null;
}

/** A message is lost by who sent it, when it was sent. */
function wanted(kind: FaultKind, press: LanePress): Wanted {
  const { trace } = currentRun();
  const row = kind === 'lose' ? press.message : null;
  if (row === null) return { process: press.process, when: whenAt(press.at), message: null };
  const { messages } = spansOf(trace);
  const message = messageOf(trace, messages, row);
  return { process: message.from, when: whenAt(messages.sentAt(row)), message };
}

const whenAt = (at: Instant): Wanted['when'] => ({ kind: 'time', at: Math.floor(toMs(at)) });
