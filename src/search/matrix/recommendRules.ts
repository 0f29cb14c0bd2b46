/**
 * What a recommendation is based on besides the cells: what a guard is, which rows are never recommended, what runs
 * already, and what only documents say about a lock. Every entry that no cell can show names its source. It knows no
 * words.
 */
import type { Answers } from './choose';
import type { CheckId, LockId } from './rows';

/**
 * What the resource does with a write.
 * none: it checks nothing.
 * token: it refuses a write older than the newest token that it saw.
 * version: it refuses a write that is not based on the current version.
 * unique: it refuses a second row with the same key.
 * key: the receiver recognizes a repeat by its idempotency key.
 */
export type GuardId = 'none' | 'token' | 'version' | 'unique' | 'key';

/**
 * The table that shows what happens behind a guard. A unique key guards only new rows, so the table without a check
 * applies to the rest.
 */
export const tableOfGuard: Readonly<Record<GuardId, CheckId>> = {
  none: 'no-check',
  token: 'fencing',
  version: 'version',
  unique: 'no-check',
  key: 'mail',
};

/** The assumed answer of an open question: the careful one. */
export const assumedAnswers = {
  harm: 'never',
  check: 'nothing',
  runs: 'anything',
  work: 'minutes',
} as const satisfies Answers;

/**
 * Rows that are never recommended: no lock at all, a label on an issue, locks of one program (BullMQ’s, Vault’s, an
 * agent’s), a service that nobody can install, services of a single member, and python-redis-lock on redis-py 8, whose
 * waiters raise and do not ask though the lock is free. Their longer wait makes a pause of the holder look harmless in
 * a story of two clients.
 */
export const neverRecommended: readonly string[] = [
  'no-lock',
  'issue-label',
  'chubby',
  'chubby-3',
  'zookeeper-node',
  'zookeeper-sequential',
  'etcd',
  'consul',
  'vault-dynamodb',
  'bullmq-job',
  'agent-lease',
  'agent-lease-loop',
  'python-redis-lock-8',
  'python-redis-lock-8-expire',
  'python-redis-lock-8-renewal',
];

/** Services that nobody sets up for a lock alone: their locks are recommended only where they run. */
export const onlyWhereItRuns: readonly string[] = ['kubernetes', 'dynamodb', 'object-store', 'forge', 'file-system'];

/** What most likely runs already comes first; five separate Redis nodes come last. */
export const setUpOrder = [
  'sql',
  'redis',
  'zookeeper',
  'etcd',
  'consul',
  'kubernetes',
  'dynamodb',
  'object-store',
  'forge',
  'file-system',
  'several',
] as const;

/** Documents and posts, each by a short name. */
export const sources = {
  redisLocks: 'https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/',
  redisPersistence: 'https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/',
  redissonLocks: 'https://redisson.pro/docs/data-and-services/locks-and-synchronizers/',
  shedlock: 'https://github.com/lukas-krecan/ShedLock#readme',
  pgbouncer: 'https://www.pgbouncer.org/features.html',
  postgresAdvisory: 'https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS',
  postgresReadCommitted: 'https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED',
  gitPush: 'https://git-scm.com/docs/git-push#_note_about_fast_forwards',
  postgresUnique: 'https://www.postgresql.org/docs/current/ddl-constraints.html#DDL-CONSTRAINTS-UNIQUE-CONSTRAINTS',
  stripe: 'https://docs.stripe.com/api/idempotent_requests',
  jepsenEtcd: 'https://jepsen.io/analyses/etcd-3.4.3',
  curator: 'https://curator.apache.org/docs/recipes-shared-reentrant-lock',
  dynamodbClient: 'https://github.com/awslabs/amazon-dynamodb-lock-client#readme',
  hudiLock: 'https://github.com/apache/hudi/blob/master/rfc/rfc-91/rfc-91.md',
  properLockfile: 'https://github.com/moxystudio/node-proper-lockfile#readme',
  laravelLocks: 'https://laravel.com/docs/12.x/cache#atomic-locks',
  clientGo: 'https://pkg.go.dev/k8s.io/client-go/tools/leaderelection',
  redsync: 'https://pkg.go.dev/github.com/go-redsync/redsync/v4#Mutex.Extend',
  consulSessions: 'https://developer.hashicorp.com/consul/docs/dynamic-app-config/sessions',
} as const;

export type SourceId = keyof typeof sources;

/** What must be true for a claim about a guard or a lock, with the document that says so. */
export interface Condition {
  readonly id: ConditionId;
  readonly source: SourceId;
}

export const conditionIds = [
  'one-statement',
  'no-force',
  'same-transaction',
  'same-key',
  'own-connection',
  'no-pooler',
  'repeatable-job',
  'no-lease-time',
  'fsync-always',
  'independent-nodes',
  'stop-when-disconnected',
  'lease-is-time',
  'lock-delay',
  'step-down',
  'short-steps',
  'late-news',
  'same-clocks',
] as const;
export type ConditionId = (typeof conditionIds)[number];

/** Whether git makes the check: a push has to be a fast-forward. */
export const isPush = ({ guard, answers }: { readonly guard: GuardId; readonly answers: Answers }): boolean =>
  guard === 'version' && answers.runs === 'forge';

export const conditionsOfGuard: Readonly<Record<GuardId | 'push', readonly Condition[]>> = {
  none: [],
  token: [],
  version: [{ id: 'one-statement', source: 'postgresReadCommitted' }],
  push: [{ id: 'no-force', source: 'gitPush' }],
  unique: [{ id: 'same-transaction', source: 'postgresUnique' }],
  key: [{ id: 'same-key', source: 'stripe' }],
};

const repeatable: readonly Condition[] = [{ id: 'repeatable-job', source: 'shedlock' }];
const watchdog: readonly Condition[] = [{ id: 'no-lease-time', source: 'redissonLocks' }];
const session: readonly Condition[] = [{ id: 'stop-when-disconnected', source: 'curator' }];
const fsync: Condition = { id: 'fsync-always', source: 'redisPersistence' };
const independent: Condition = { id: 'independent-nodes', source: 'redisLocks' };

export const conditionsOfLock: Readonly<Record<LockId, readonly Condition[]>> = {
  'sql-advisory': [
    { id: 'own-connection', source: 'postgresAdvisory' },
    { id: 'no-pooler', source: 'pgbouncer' },
  ],
  shedlock: repeatable,
  'shedlock-table': repeatable,
  redisson: watchdog,
  'redisson-redlock': [independent, ...watchdog],
  redlock: [independent],
  'redlock-py': [independent],
  'zookeeper-node': session,
  'zookeeper-sequential': session,
  etcd: [{ id: 'lease-is-time', source: 'jepsenEtcd' }],
  consul: [{ id: 'lock-delay', source: 'consulSessions' }],
  'kubernetes-lease': [{ id: 'late-news', source: 'clientGo' }],
  'dynamodb-lock': [{ id: 'late-news', source: 'dynamodbClient' }],
  'object-store': [{ id: 'same-clocks', source: 'hudiLock' }],
  'lock-file': [
    { id: 'same-clocks', source: 'properLockfile' },
    { id: 'late-news', source: 'properLockfile' },
  ],
  'laravel-lock': [{ id: 'same-clocks', source: 'laravelLocks' }],
};

/** Conditions of a row with one setting of a lock. */
export const conditionsOfRow: Readonly<Record<string, readonly Condition[]>> = {
  'single-node-fsync': [fsync],
};

/** A leader is somebody who holds a lock for long. */
export const conditionOfLeader: Condition = { id: 'step-down', source: 'clientGo' };

/** Where the work is longer than any lock that fits. */
export const conditionOfLongWork: Condition = { id: 'short-steps', source: 'redsync' };

/** Why something is recommended: the rule that decided. */
export const reasonIds = [
  'recognize-repeats',
  'unique-row',
  'version-alone',
  'version-and-lock',
  'version-added',
  'leader',
  'dead-servers',
  'saves-work',
] as const;
export type ReasonId = (typeof reasonIds)[number];

/**
 * Rows whose lock has a token, with the kind of fault that loses an update behind the check. The late write comes
 * first.
 */
export const tokenFails = [
  { row: 'etcd-3', kind: 'pause' },
  { row: 'chubby-3', kind: 'pause' },
] as const;

/** A run in which the receiver recognizes a repeat: the story and its variant. */
export const repeatStory = { story: 'lost-answer', variant: 'fix' } as const;
