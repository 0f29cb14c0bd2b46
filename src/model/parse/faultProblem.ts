/**
 * Whether a fault finds its target in a scenario: the processes, steps and replicas that it names. Its shape is trusted
 * here.
 */
import { type AnyFault, awaitedProcesses, struckProcesses, type When } from '../fault';
import { chosenProcesses, type KindOfFault, kindOf } from '../faultKind';
import { processesOfScenario } from '../processes';
import type { Registry } from '../registry';
import { isClient, isRedis, type ProcessId, roleOf, type Scenario } from '../scenario';
import type { Text } from '../text';

import { listed } from '../text';

/**
 * Why the fault can never strike in this scenario, as a sentence. Null when it can. The page keeps such a fault,
 * greyed, with this reason. Files and links with such a fault are refused.
 */
export function faultProblem(fault: AnyFault, scenario: Scenario, registry: Registry): Text | null {
  const kind = kindOf(fault, registry.faults);
  const present = processesOfScenario(scenario, registry);
  const named = [...struckProcesses(fault), ...chosenProcesses(fault, kind), ...awaitedProcesses(fault)];
  const absentOne = named.find((id) => !present.includes(id));
  if (absentOne !== undefined) return absent(absentOne, present);
  return (
    ('when' in fault ? anchorProblem(fault.when, scenario, registry) : null) ??
    targetProblem(fault) ??
    strikeProblem(fault, kind) ??
    kind.problem?.(fault, present) ??
    null
  );
}

/** A kind for masters that have replicas names itself what is missing. */
function strikeProblem(fault: AnyFault, { kind, strikes }: KindOfFault): Text | null {
  if (strikes !== 'redis' || !('process' in fault) || isRedis(fault.process)) return null;
  return {
    en: `Only a Redis server can have the fault "${kind}"; ${fault.process} is none.`,
    zh: `故障“${kind}”只能发生在 Redis 服务器上；${fault.process} 不是。`,
  };
}

function targetProblem(fault: AnyFault): Text | null {
  if ('message' in fault) return routeProblem([fault.message.from], [fault.message.to]);
  return 'from' in fault ? routeProblem(fault.from, fault.to) : null;
}

function absent(id: ProcessId, present: readonly ProcessId[]): Text {
  const alike = present.filter((other) => roleOf(other) === roleOf(id));
  if (alike.length === 0) {
    return {
      en: `There is no ${id} in this scenario; its processes are ${listed(present)}.`,
      zh: `这个场景里没有 ${id}；它的进程有 ${listed(present)}。`,
    };
  }
  return {
    en: `There is no ${id} in this scenario; there ${alike.length === 1 ? 'is only' : 'are'} ${listed(alike)}.`,
    zh: `这个场景里没有 ${id}；只有 ${listed(alike)}。`,
  };
}

function anchorProblem(when: When, scenario: Scenario, registry: Registry): Text | null {
  switch (when.kind) {
    case 'time':
      return null;
    case 'step':
      return notClient(when.process) ?? stepProblem(when.step, scenario, registry);
    case 'effect':
      return notClient(when.process);
    case 'request':
      return when.from === undefined ? null : notClient(when.from);
  }
  return when satisfies never;
}

const notClient = (id: ProcessId): Text | null =>
  isClient(id)
    ? null
    : {
        en: `Only clients run the steps and send the requests that a fault can wait for; ${id} is no client.`,
        zh: `只有客户端才有故障可等待的步骤和请求；${id} 不是客户端。`,
      };

function stepProblem(step: string, scenario: Scenario, registry: Registry): Text | null {
  const lockSteps = registry.locks.get(scenario.lock.id)?.steps ?? [];
  const steps = [...new Set([...registry.client.steps, ...lockSteps])];
  if (steps.includes(step)) return null;
  return {
    en: `There is no step "${step}" in the client's round or in the lock "${scenario.lock.id}"; there are ${listed(steps)}.`,
    zh: `客户端的一轮和锁“${scenario.lock.id}”里都没有步骤“${step}”；有 ${listed(steps)}。`,
  };
}

function routeProblem(from: readonly ProcessId[], to: readonly ProcessId[]): Text | null {
  const both = from.find((id) => to.includes(id));
  return both === undefined
    ? null
    : {
        en: `${both} stands at both ends; a process sends itself no messages.`,
        zh: `两端都是 ${both}；进程不会给自己发消息。`,
      };
}
