/** Which processes have their own lane in a scene. */
import { targetProcesses } from '../../core/model/scenario/fault';
import { isClient, type ProcessId, partsOf, roleOf } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import { processId } from '../../core/model/trace/traceReader';
import { spansOf } from '../../core/spans/spans';

/** The least number of clients, if the run has that many. */
const clientsMin = 2;

interface Named {
  /** Processes that the moments name. */
  readonly namedProcesses: readonly ProcessId[];
  /** The fault that can be dragged. */
  readonly fault: string | null;
  /** Processes that the story wants to have a lane. */
  readonly wanted: readonly ProcessId[];
  /** How many clients there is room for. */
  readonly room: number;
}

/** @returns the processes from top to bottom, and how many clients have no lane */
export function chooseLanes(run: Run, { namedProcesses: original, fault, wanted, room }: Named) {
  const { trace, scenario, verdict } = run;
  const there = trace.header.processes.map(({ id }) => id);
  const { [fault ?? '']: dragged, ...others } = scenario.faults;
  const faultTargets = Object.values(others).flatMap((other) => ('process' in other ? [other.process] : []));
  const targets = targetsOf([...(dragged === undefined ? [] : targetProcesses(dragged)), ...faultTargets]);
  const facts = verdict.facts.flatMap(({ kind, who }) => (kind === 'fault-missed' ? [] : who));
  const clients = there.filter(isClient).sort((a, b) => partsOf(a).number - partsOf(b).number);
  // Processes that the fault affects come first, then those that the moments and the verdict name.
  const named = [...targets, ...original, ...facts, ...wanted, ...holders(run, there)].filter(isClient);
  const least = clients.slice(0, clientsMin);
  const chosen = new Set([...new Set([...named, ...least])].filter((id) => clients.includes(id)).slice(0, room));
  const used = new Set(spansOf(trace).resource.map(({ process }) => processId(trace, process)));
  const candidates = [...targets, ...wanted, ...used].filter((id) => !isClient(id));
  const fitting = new Set([...new Set(candidates)].slice(0, Math.max(room, used.size)));
  const servers = there.filter((id) => fitting.has(id));
  return {
    lanes: [...clients.filter((id) => chosen.has(id)), ...servers],
    others: clients.length - chosen.size,
  };
}

/** The most servers with a lane of those that the faults affect. */
const sidesMax = 2;

function targetsOf(all: readonly ProcessId[]): readonly ProcessId[] {
  const servers = [...new Set(all)]
    .filter((id) => !isClient(id))
    .sort((a, b) => Number(roleOf(b) === 'node') - Number(roleOf(a) === 'node'));
  return [...all.filter(isClient), ...servers.slice(0, sidesMax)];
}

/** Clients in the order in which they get the lock. */
const holders = ({ trace }: Run, there: readonly ProcessId[]): readonly ProcessId[] =>
  spansOf(trace).holds.flatMap(({ process, acquiredAt }) => (acquiredAt === null ? [] : (there[process] ?? [])));
