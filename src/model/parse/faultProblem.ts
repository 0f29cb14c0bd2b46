/** Whether a fault finds its target in a scenario: the processes, steps and replicas that it names. Its shape is trusted here. */
import { type Fault, processesOf, type When } from '../fault';
import { processesOfScenario } from '../processes';
import type { Registry } from '../registry';
import { masterOf, type ProcessId, type Scenario } from '../scenario';
import type { Text } from '../text';
import { listed } from './problem';

/**
 * Why the fault can never strike in this scenario, as a sentence; null when nothing speaks against it.
 * The page keeps such a fault, greyed, with this reason; files and links are refused for it.
 */
export function faultProblem(fault: Fault, scenario: Scenario, registry: Registry): Text | null {
  const present = processesOfScenario(scenario, registry);
  for (const named of processesOf(fault)) if (!present.includes(named)) return absent(named, present);
  if ('when' in fault) {
    const problem = anchorProblem(fault.when, scenario, registry);
    if (problem !== null) return problem;
  }
  if (fault.kind === 'crash' && fault.only === 'thread' && !isClient(fault.process)) return noThread(fault.process);
  if ('message' in fault) return routeProblem([fault.message.from], [fault.message.to]);
  if (fault.kind === 'cut' || fault.kind === 'slow') return routeProblem(fault.from, fault.to);
  if (fault.kind === 'failover') return failoverProblem(fault.process, fault.promote, fault.cutOff ?? [], present);
  return null;
}

const roleOf = (id: ProcessId): string => id.replace(/[A-I]?\d*$/, '');
const isClient = (id: ProcessId): boolean => roleOf(id) === 'client';

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

const noThread = (id: ProcessId): Text => ({
  en: `Only a client has a thread that can end while its process lives; ${id} is no client.`,
  zh: `只有客户端才有可以单独终止而进程不退出的线程；${id} 不是客户端。`,
});

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

function failoverProblem(
  master: ProcessId,
  promote: ProcessId | undefined,
  cutOff: readonly ProcessId[],
  present: readonly ProcessId[],
): Text | null {
  const replicas = present.filter((id) => roleOf(id) === 'replica' && masterOf(id) === master);
  if (replicas.length === 0) {
    return {
      en: `${master} has no replica that could take over.`,
      zh: `${master} 没有可以接替它的副本。`,
    };
  }
  if (promote !== undefined && !replicas.includes(promote)) {
    return {
      en: `${promote} is no replica of ${master}; its replicas are ${listed(replicas)}.`,
      zh: `${promote} 不是 ${master} 的副本；它的副本有 ${listed(replicas)}。`,
    };
  }
  const stranger = cutOff.find((id) => !isClient(id));
  return stranger === undefined
    ? null
    : {
        en: `Only clients can go on talking to a master that is cut off; ${stranger} is no client.`,
        zh: `被隔开的主节点只能继续与客户端通信；${stranger} 不是客户端。`,
      };
}
