/**
 * A list of decisions as a scenario: messages are delayed by their anchors, clients start and faults happen at times.
 * Two lists that give the same plan are the same run, whatever the order of their decisions was.
 */

import type { MessageName } from '../../core/model/scenario/decision';
import type { Fault } from '../../core/model/scenario/fault';
import { clientIds, type ProcessId } from '../../core/model/scenario/processId';
import type { OwnSettings, Scenario } from '../../core/model/scenario/scenario';
import { fromMs, type Micros, type Ms, toMs } from '../../core/model/values/time';
import { nameOfMessage } from './decision';

/** One way, in ms: no message is faster, and a process takes one message in this time. */
export const messageTime: Ms = 10;

/** Later than every run: an hour. What is not decided yet happens then. */
export const never: Ms = 3_600_000;

/** All times in microseconds of the run. */
export interface Plan {
  readonly starts: ReadonlyMap<ProcessId, Micros>;
  /** When each decided message arrives. Null: it is lost. */
  readonly arrivals: ReadonlyMap<string, DecidedArrival>;
  readonly faults: readonly PlannedFault[];
  /** The time to which the reader let it move. */
  readonly passedTo: Micros;
  /** The time of the latest decision. */
  readonly latest: Micros;
}

export interface DecidedArrival {
  readonly message: MessageName;
  readonly sentAt: Micros;
  readonly at: Micros | null;
}

export interface PlannedFault {
  readonly kind: 'sleep' | 'crash' | 'failover';
  readonly process: ProcessId;
  /** When it was decided, and so happened, unless `before` names a step of code. */
  readonly at: Micros;
  readonly before: { readonly step: string; readonly nth: number } | null;
  /** When a process went to sleep, once it has woken. */
  readonly since: Micros | null;
  /** When it wakes or starts again. Null: not yet. */
  readonly until: Micros | null;
}

/** When the first client starts, in ms: a scenario lasts at least as long. */
const firstStart: Ms = 100;

export const emptyPlan: Plan = {
  starts: new Map(),
  arrivals: new Map(),
  faults: [],
  passedTo: fromMs(firstStart),
  latest: fromMs(firstStart),
};

/** The scenario without its own faults and randomness: every message takes the same time, and no client has started. */
export function withoutTimes(scenario: Scenario): Scenario {
  const { harm: _, ...rest } = scenario;
  const { settings } = scenario;
  const { own: itsOwn = {} } = settings;
  const own = Object.fromEntries(
    Object.entries(itsOwn as Readonly<Record<string, OwnSettings>>).map(
      ([id, { latency: _l, latencyTo: _t, ...kept }]) => [id, kept],
    ),
  );
  return {
    ...rest,
    faults: {},
    settings: { ...settings, latency: messageTime, loss: 0, think: 0, own, duration: never - 1 },
  };
}

/** @param waiting messages that nobody has decided: they stay on their way */
export function scenarioOf(base: Scenario, plan: Plan, waiting: readonly MessageName[]): Scenario {
  const arriving = [...plan.arrivals.values()].flatMap(({ message, sentAt, at }): [string, Fault][] => {
    const name = nameOfMessage(message);
    if (at === null) return [[`lose-${name}`, { kind: 'lose', message }]];
    const by = toMs(at - sentAt) - messageTime;
    return by === 0 ? [] : [[`delay-${name}`, { kind: 'delay', message, by }]];
  });
  const held = waiting.map((message): [string, Fault] => [
    `delay-${nameOfMessage(message)}`,
    { kind: 'delay', message, by: never },
  ]);
  const faults = plan.faults.map((fault): [string, Fault] => [
    `${fault.kind}-${fault.process}-${placeOf(fault.before) ?? toMs(fault.at)}`,
    faultOf(fault),
  ]);
  const { own = {} } = base.settings;
  const starts = clientIds(base.settings.clients).map((id) => {
    const at = plan.starts.get(id);
    return [id, { ...own[id], start: at === undefined ? never : toMs(at) }] as const;
  });
  return {
    ...base,
    settings: { ...base.settings, own: { ...own, ...Object.fromEntries(starts) } },
    faults: Object.fromEntries([...arriving, ...held, ...faults].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function faultOf({ kind, process, at, before, since, until }: PlannedFault): Fault {
  const when = { kind: 'time', at: toMs(at) } as const;
  if (kind === 'sleep')
    return {
      kind: 'pause',
      process,
      when: before === null ? when : { kind: 'step', process, ...before },
      for: until === null ? never : toMs(until - (since ?? at)),
    };
  if (kind === 'failover') return { kind: 'failover', process, when };
  return { kind: 'crash', process, when, restartAfter: until === null ? 'never' : toMs(until - at) };
}

const placeOf = (before: PlannedFault['before']): string | null =>
  before === null ? null : `${before.step}-${before.nth}`;

/** Equal for equal runs. */
export function keyOf({ starts, arrivals, faults, passedTo }: Plan): string {
  const parts = [
    ...[...starts].map(([id, at]) => `${id}@${at}`),
    ...[...arrivals].map(([name, { at }]) => `${name}@${at}`),
    ...faults.map(({ kind, process, at, before, until }) => `${kind} ${process}@${placeOf(before) ?? at}-${until}`),
  ].sort();
  return `${passedTo} ${parts.join(' ')}`;
}
