/**
 * What of a scenario cannot run on real servers, in words, from the scenario alone: the page greys it out, the server refuses
 * it. Knows no server. What a certain host cannot do (a clock that cannot be moved) is not its matter.
 */
import type { ServiceKind } from '../model/lock';
import type { Registry } from '../model/registry';
import type { Scenario } from '../model/scenario';
import type { Text } from '../model/text';
import * as problems from './liveProblems';

/** Where it would run. */
export interface LiveHost {
  /** The storage's database is a Postgres server, and none that is embedded. */
  readonly hasPostgres: boolean;
}

/** Services of which the simulator has a model, and no live run a server. */
const simulatedAlone: { readonly [K in ServiceKind]?: string } = {
  zookeeper: 'ZooKeeper',
  chubby: 'Chubby',
  etcd: 'etcd',
};

/** @returns why the scenario cannot run live; null when it can. A lock or resource that the registry does not have is not its matter. */
export function liveProblem(
  scenario: Scenario,
  registry: Registry,
  { hasPostgres }: LiveHost = { hasPostgres: false },
): Text | null {
  const lock = registry.locks.get(scenario.lock.id);
  if (lock === undefined) return null;
  const service = lock.service === undefined ? undefined : simulatedAlone[lock.service];
  if (service !== undefined) return problems.noServer(lock.title, service);
  if (lock.id === 'sql-advisory' && !hasPostgres) return problems.needsPostgres;
  return wakesProblem(scenario);
}

/** Node takes its timers first when it goes on; what it was sent comes after. */
function wakesProblem({ settings }: Scenario): Text | null {
  const one = Object.entries(settings.own ?? {}).find(([, own]) => own?.wakesTo === 'messages');
  return one === undefined ? null : problems.timersFirst(one[0]);
}
