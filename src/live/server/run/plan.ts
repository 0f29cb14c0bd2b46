/**
 * The parts of a live run, from its scenario alone: processes and their roles, faults and the processes that wait for
 * them, and the trace's header.
 */

import type { Order } from '../../../core/faults/order';
import { changesClock, type FaultPrograms, ordersOf } from '../../../core/faults/program';
import { type JudgedBy, judgedBy } from '../../../core/model/scenario/chosenParts';
import type { Fault } from '../../../core/model/scenario/fault';
import { withDefaults } from '../../../core/model/scenario/fields';
import type { Lock } from '../../../core/model/scenario/lock';
import { faultProblem } from '../../../core/model/scenario/parse/faultProblem';
import { resourceKey } from '../../../core/model/scenario/parts';
import { processesOfScenario } from '../../../core/model/scenario/processes';
import type { Role } from '../../../core/model/scenario/processId';
import { type ProcessId, roleOf } from '../../../core/model/scenario/processId';
import type { Scenario } from '../../../core/model/scenario/scenario';
import type { StandIn } from '../../../core/model/trace/standIn';
import { type TraceHeader, traceVersion } from '../../../core/model/trace/trace';
import type { Text } from '../../../core/model/values/text';
import { instant, type Micros } from '../../../core/model/values/time';
import type { Parts } from '../../../core/sim/parts';
import { type Unsupported, whyUnsupported } from '../../wire/unsupported';
import type { ProxyOptions } from '../proxy/contract';
import { type PlannedAnchor, plannedAnchor } from './anchors';

export interface Plan {
  readonly scenario: Scenario;
  readonly lock: Lock;
  readonly judgedBy: JudgedBy;
  readonly processes: readonly { readonly id: ProcessId; readonly role: Role }[];
  /** The faults that can take effect, with their places in the scenario's list. */
  readonly faults: readonly { readonly fault: Fault; readonly number: number }[];
  readonly anchors: readonly PlannedAnchor[];
  readonly programs: FaultPrograms;
  /** The faults that cannot take effect, by name, with the reason. */
  readonly missed: Readonly<Record<string, Text>>;
}

/**
 * The greatest possible error of a stamp, in microseconds. All clocks of one host agree. What a server did inside is
 * known to lie between a request and its reply, at the proxy.
 */
const uncertainties: { readonly [R in Role]: Micros } = {
  client: 100,
  storage: 100,
  node: 1000,
  replica: 1000,
  service: 100,
  member: 100,
  sentinel: 1000,
};

/** @param unable the faults that cannot hit the servers at hand. */
export function planOf(scenario: Scenario, parts: Parts, unable: Unsupported): Plan {
  const lock = parts.locks.get(scenario.lock.id);
  if (lock === undefined) throw new Error(`The parts has no lock "${scenario.lock.id}".`);
  const missed: Record<string, Text> = {};
  const faults = Object.entries(scenario.faults).flatMap(([name, fault], number) => {
    const problem =
      faultProblem(fault, scenario, parts) ?? whyUnsupported(unable, fault, { scenario, kinds: parts.faults });
    if (problem === null) return [{ fault, number }];
    missed[name] = problem;
    return [];
  });
  return {
    scenario,
    lock,
    judgedBy: judgedBy(scenario, parts),
    processes: processesOfScenario(scenario, parts).map((id) => ({ id, role: roleOf(id) })),
    faults,
    programs: parts.faults,
    anchors: faults.flatMap(({ fault, number }) => plannedAnchor(scenario, fault, number, parts.faults) ?? []),
    missed,
  };
}

/** How often faults may start a process again. */
export const startsOf = (plan: Plan, id: ProcessId): number =>
  ordersAt(plan, id).filter(({ kind }) => kind === 'start').length;

/** How long a client's machine may be silent before the lock's database closes its connections, if the lock sets it. */
export function keepAliveOf({ scenario, lock }: Plan): Pick<ProxyOptions, 'keepAliveMs'> {
  const { keepAlive }: Readonly<Record<string, unknown>> = withDefaults(lock.fields, scenario.lock.settings);
  return lock.service === 'sql' && typeof keepAlive === 'number' ? { keepAliveMs: keepAlive } : {};
}

/** Whether faults move the clock of a process. */
export const hasClockFault = (plan: Plan, id: ProcessId): boolean => ordersAt(plan, id).some(changesClock);

/** Every order that faults may give for a process. */
const ordersAt = ({ faults, programs }: Plan, id: ProcessId): readonly Order[] =>
  faults
    .flatMap(({ fault }) => ordersOf(fault, programs))
    .filter((order) => 'process' in order && order.process === id);

export interface HeaderParts {
  readonly engine: string;
  readonly ended: TraceHeader['ended'];
  readonly endedAt: Micros;
  readonly emulated: readonly StandIn[];
  readonly missed: Readonly<Record<string, Text>>;
}

export function headerOf({ scenario, processes, judgedBy }: Plan, parts: HeaderParts): TraceHeader {
  return {
    version: traceVersion,
    engine: parts.engine,
    origin: 'live',
    scenario,
    ended: parts.ended,
    endedAt: instant(parts.endedAt),
    processes: processes.map(({ id, role }) => ({ id, role, uncertainty: uncertainties[role] })),
    lockEntry: resourceKey,
    ...judgedBy,
    emulated: parts.emulated,
    missed: parts.missed,
  };
}
