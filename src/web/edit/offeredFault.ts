/**
 * What pressing a kind of fault would do in a scenario: the fault, on a process that it can hit, with the replica
 * that it needs; or why it can hit nothing there.
 */
import type { Fault, FaultKind, When } from '../../core/model/scenario/fault';
import { faultProblem } from '../../core/model/scenario/parse/faultProblem';
import { processesOfScenario } from '../../core/model/scenario/processes';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { currentParts } from '../state/parts';
import { freshFault, ttlOf } from './freshFault';
import { type KnownProgram, kindCalled, palette } from './kinds';

export interface Offered {
  /** With the replicas that the fault needs, but without the fault. */
  readonly scenario: Scenario;
  readonly fault: Fault;
}

interface Wanted {
  readonly when: When;
  /** The process whose lane the person is on, if any. */
  readonly process?: ProcessId | null;
}

const atStart: When = { kind: 'time', at: 0 };

export function offeredFault(kind: FaultKind, scenario: Scenario, wanted: Wanted = { when: atStart }): Offered | Text {
  const reason = tried(kind, scenario, wanted);
  if ('fault' in reason || kindCalled(kind).appliesTo !== 'replicated') return reason;
  const replicated = tried(kind, withReplica(scenario), wanted);
  return 'fault' in replicated ? replicated : reason;
}

/** The kinds that can hit something in a scenario, in the order of the palette. */
export const offeredKinds = (scenario: Scenario): readonly KnownProgram[] =>
  palette().filter(({ kind }) => 'fault' in offeredFault(kind, scenario));

/** Whether each master gets a replica first. */
export const addsReplica = (offered: Offered, { settings }: Scenario): boolean =>
  offered.scenario.settings.nodes.replicas > settings.nodes.replicas;

const withReplica = (scenario: Scenario): Scenario => {
  const { settings } = scenario;
  return { ...scenario, settings: { ...settings, nodes: { ...settings.nodes, replicas: 1 } } };
};

/** On the lane that the person is on if the fault can hit it, else on its usual target, else anywhere. */
function tried(kind: FaultKind, scenario: Scenario, { when, process = null }: Wanted): Offered | Text {
  const processes = processesOfScenario(scenario, currentParts());
  const { usually } = kindCalled(kind);
  const on = (each: ProcessId): Fault =>
    freshFault(kind, { process: each, when, processes, ttl: ttlOf(scenario), lengthMax: undefined });
  for (const each of [...(process === null ? [] : [process]), firstClient, usually, ...processes]) {
    const fault = on(each);
    if (faultProblem(fault, scenario, currentParts()) === null) return { scenario, fault };
  }
  const reason = faultProblem(on(usually), scenario, currentParts());
  if (reason === null) throw new Error(`A ${kind} can hit ${usually} after all.`);
  return reason;
}

const firstClient: ProcessId = 'client1';
