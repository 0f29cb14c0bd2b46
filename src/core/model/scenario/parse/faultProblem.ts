/**
 * Checks whether a fault finds its target in a scenario: the processes, steps and replicas that it names. It trusts
 * the fault's shape.
 */

import { stepsOf } from '../../effects/connection';
import type { Text } from '../../values/text';
import { type AnyFault, awaitedProcesses, targetProcesses, type When } from '../fault';
import { chosenProcesses, type KindOfFault, kindOf } from '../faultKind';
import type { NamedParts } from '../parts';
import { processesOfScenario } from '../processes';
import { isClient, isRedis, type ProcessId, roleOf } from '../processId';
import type { Scenario } from '../scenario';
import * as problems from './targetProblems';

/**
 * Why the fault can never take effect in this scenario, as a sentence. Null if it can. The page keeps such a fault,
 * greyed, with this reason. Files and links with such a fault are refused.
 */
export function faultProblem(fault: AnyFault, scenario: Scenario, parts: NamedParts): Text | null {
  const kind = kindOf(fault, parts.faults);
  const present = processesOfScenario(scenario, parts);
  const named = [...targetProcesses(fault), ...chosenProcesses(fault, kind), ...awaitedProcesses(fault)];
  const absentOne = named.find((id) => !present.includes(id));
  if (absentOne !== undefined) return absent(absentOne, present);
  return (
    ('when' in fault ? anchorProblem(fault.when, scenario, parts) : null) ??
    targetProblem(fault) ??
    appliesProblem(fault, kind, present) ??
    kind.problem?.(fault, present) ??
    null
  );
}

/** A kind for masters that have replicas itself reports what is missing. */
function appliesProblem(fault: AnyFault, { kind, appliesTo }: KindOfFault, present: readonly ProcessId[]): Text | null {
  if (!('process' in fault)) return null;
  const { process } = fault;
  const members = present.filter((id) => roleOf(id) === 'member');
  const isService = roleOf(process) === 'service';
  if (appliesTo === 'lock-server') return isRedis(process) || isService ? null : problems.noLockServer(kind, process);
  return appliesTo !== 'service' && isService && members.length > 0 ? problems.severalMembers(process, members) : null;
}

function targetProblem(fault: AnyFault): Text | null {
  if ('message' in fault) return routeProblem([fault.message.from], [fault.message.to]);
  return 'from' in fault ? routeProblem(fault.from, fault.to) : null;
}

function absent(id: ProcessId, present: readonly ProcessId[]): Text {
  const alike = present.filter((other) => roleOf(other) === roleOf(id));
  return problems.absent(id, alike, present);
}

function anchorProblem(when: When, scenario: Scenario, parts: NamedParts): Text | null {
  switch (when.kind) {
    case 'time':
      return null;
    case 'step':
      return notClient(when.process) ?? stepProblem(when.step, scenario, parts);
    case 'effect':
      return notClient(when.process);
    case 'request':
      return when.from === undefined ? null : notClient(when.from);
  }
  return when satisfies never;
}

const notClient = (id: ProcessId): Text | null =>
  isClient(id) ? null : problems.noClient(problems.onlyClientsAct, id);

function stepProblem(step: string, scenario: Scenario, parts: NamedParts): Text | null {
  const steps = stepsOf(scenario, parts);
  return steps.includes(step) ? null : problems.noStep(step, scenario.lock.id, steps);
}

function routeProblem(from: readonly ProcessId[], to: readonly ProcessId[]): Text | null {
  const both = from.find((id) => to.includes(id));
  return both === undefined ? null : problems.bothEnds(both);
}
