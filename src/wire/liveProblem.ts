/**
 * Says in words what in a scenario cannot run on real servers, from the scenario alone. The page grays it out, and the
 * server refuses it. Knows no server. What one host cannot do (move a clock, for instance) is the matter of
 * `unable.ts`.
 */
import type { ServiceKind } from '../model/lock';
import type { Registry } from '../model/registry';
import type { Scenario } from '../model/scenario';
import type { Text } from '../model/text';

/** The host on which it would run. */
export interface LiveHost {
  /** The storage's database is a Postgres server, not an embedded one. */
  readonly hasPostgres: boolean;
}

/** Services that only the simulator has. */
const simulatedAlone: { readonly [K in ServiceKind]?: Text } = {
  zookeeper: { en: 'ZooKeeper', zh: 'ZooKeeper' },
  chubby: { en: 'Chubby', zh: 'Chubby' },
  etcd: { en: 'etcd', zh: 'etcd' },
};

/**
 * @returns why the scenario cannot run live; null when it can. It does not check whether the registry has the lock and
 *   the resource.
 */
export function liveProblem(
  scenario: Scenario,
  registry: Registry,
  { hasPostgres }: LiveHost = { hasPostgres: false },
): Text | null {
  const lock = registry.locks.get(scenario.lock.id);
  if (lock === undefined) return null;
  const service = lock.service === undefined ? undefined : simulatedAlone[lock.service];
  if (service !== undefined) return noServer(lock.title, service);
  if (lock.id === 'sql-advisory' && !hasPostgres) return needsPostgres;
  return wakesProblem(scenario);
}

const noServer = (lock: Text, service: Text): Text => ({
  en: `“${lock.en}” runs in the simulator alone: this playground starts real Redis servers and a real database, but no ${service.en}.`,
  zh: `“${lock.zh}”只能在模拟器中运行：这里会启动真实的 Redis 和数据库，但不会启动 ${service.zh}。`,
});

const needsPostgres: Text = {
  en: 'Advisory locks are Postgres’ own, and the embedded database has none. Start the server with DATABASE_URL=postgres://… to run this for real.',
  zh: 'advisory lock 是 Postgres 独有的，内嵌数据库没有。用 DATABASE_URL=postgres://… 启动服务器即可真实运行。',
};

/** When Node goes on after a pause, it handles timers first and messages afterwards. */
function wakesProblem({ settings }: Scenario): Text | null {
  const one = Object.entries(settings.own ?? {}).find(([, own]) => own?.wakesTo === 'messages');
  if (one === undefined) return null;
  return {
    en: `A real process takes in its timers first when it goes on after a pause; ${one[0]} is set to take in messages first.`,
    zh: `真实进程在暂停后继续时总是先处理定时器；而 ${one[0]} 被设置为先处理消息。`,
  };
}
