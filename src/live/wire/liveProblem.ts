/**
 * Says what in a scenario cannot run on real servers, from the scenario alone. The page grays it out, and the server
 * refuses it. Knows no server. `unsupported.ts` knows what one host cannot do (move a clock, for instance).
 */
import type { Fault } from '../../core/model/scenario/fault';
import type { ServiceKind } from '../../core/model/scenario/lockFacts';
import type { NamedParts } from '../../core/model/scenario/parts';
import { processesOfScenario } from '../../core/model/scenario/processes';
import { isRedis, type ProcessId, roleOf } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import * as problems from './liveProblems';

/** The host on which it would run. */
interface LiveHost {
  /** Whether the storage's database is a Postgres server. If not, it is embedded. */
  readonly hasPostgres: boolean;
}

/** Services that only the simulator has. */
const simulatedAlone: { readonly [K in ServiceKind]?: string } = {
  zookeeper: 'ZooKeeper',
  chubby: 'Chubby',
  etcd: 'etcd',
  consul: 'Consul',
  kubernetes: 'Kubernetes',
  dynamodb: 'DynamoDB',
  'job-queue': 'BullMQ',
  'object-store': 'S3 / GCS',
  forge: 'GitHub',
  'file-system': 'NFS',
};

/**
 * @returns why the scenario cannot run live; null when it can. It does not check whether the parts have the lock and
 *   the resource.
 */
export function liveProblem(
  scenario: Scenario,
  parts: NamedParts,
  { hasPostgres }: LiveHost = { hasPostgres: false },
): Text | null {
  const lock = parts.locks.get(scenario.lock.id);
  if (lock === undefined) return null;
  const service = lock.service === undefined ? undefined : simulatedAlone[lock.service];
  if (service !== undefined) return problems.noServer(lock.title, service);
  if (lock.onRealServers === 'never') return problems.onlySimulated(lock.title);
  if (lock.onRealServers === 'on-postgres' && !hasPostgres) return problems.needsPostgres;
  if (scenario.lock.settings?.['pooler'] === 'driver') return problems.noDriverPool;
  if (scenario.storage.settings?.['commitAfter'] && !hasPostgres) return problems.needsTransactions;
  if (scenario.settings.duration > problems.durationMsMax) return problems.tooLong;
  return sentinelProblem(scenario, parts) ?? diskProblem(scenario, parts) ?? wakesProblem(scenario, parts);
}

/** A real sentinel uses connections and the clock of this machine, and its messages are not in the trace. */
function sentinelProblem(scenario: Scenario, parts: NamedParts): Text | null {
  const isSentinel = (id: ProcessId): boolean => roleOf(id) === 'sentinel';
  const sentinels = processesOfScenario(scenario, parts).filter(isSentinel);
  if (sentinels.length === 0) return null;
  const { settings, faults } = scenario;
  const isBeyond = (fault: Fault): boolean => {
    if (fault.kind === 'failover') return true;
    if ('message' in fault) return [fault.message.from, fault.message.to].some(isSentinel);
    if (fault.when.kind === 'request' && isSentinel(fault.when.to)) return true;
    return 'process' in fault && isSentinel(fault.process) && /^(clock|suspend)/.test(fault.kind);
  };
  const hasClock = sentinels.some((id) => settings.own?.[id]?.clock !== undefined);
  return hasClock || Object.values(faults).some(isBeyond) ? problems.beyondSentinels : null;
}

/** Only a log that is flushed every second loses more on a slow disk. */
function diskProblem(scenario: Scenario, parts: NamedParts): Text | null {
  const { persistence, disk } = scenario.settings.nodes;
  if (disk !== 'slow' || persistence !== 'everysec') return null;
  return processesOfScenario(scenario, parts).some(isRedis) ? problems.noSlowDisk : null;
}

/** When Node goes on after a pause, it handles timers first and messages afterwards. */
function wakesProblem(scenario: Scenario, parts: NamedParts): Text | null {
  const { own } = scenario.settings;
  const one = processesOfScenario(scenario, parts).find((id) => own?.[id]?.wakesTo === 'messages');
  return one === undefined ? null : problems.timersFirst(one);
}
