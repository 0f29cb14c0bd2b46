/** What only documents say of a guard or a lock, and the code that a recommendation shows. */
import type { recommendWords } from '../../content/texts/recommend';
import type { GuardId } from './decide';

/** Git makes its own check of a version: a push has to be a fast-forward. */
type ShownGuard = GuardId | 'push';

/** What must be true, with the document that says so. */
export type Condition = readonly [id: keyof typeof recommendWords.en.conditions, source: string];

const clientGo = 'https://pkg.go.dev/k8s.io/client-go/tools/leaderelection';
const properLockfile = 'https://github.com/moxystudio/node-proper-lockfile#readme';

const repeatable: Condition = ['repeatable-job', 'https://github.com/lukas-krecan/ShedLock#readme'];
const watchdog: Condition = ['no-lease-time', 'https://redisson.pro/docs/data-and-services/locks-and-synchronizers/'];
const session: Condition = ['stop-when-disconnected', 'https://curator.apache.org/docs/recipes-shared-reentrant-lock'];
const independent: Condition = [
  'independent-nodes',
  'https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/',
];

export const conditionOfGuard: { readonly [Guard in ShownGuard]?: Condition } = {
  version: ['one-statement', 'https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED'],
  push: ['no-force', 'https://git-scm.com/docs/git-push#_note_about_fast_forwards'],
  unique: [
    'same-transaction',
    'https://www.postgresql.org/docs/current/ddl-constraints.html#DDL-CONSTRAINTS-UNIQUE-CONSTRAINTS',
  ],
  key: ['same-key', 'https://docs.stripe.com/api/idempotent_requests'],
};

/** A leader is somebody who holds a lock for long. */
export const conditionOfLeader: Condition = ['step-down', clientGo];

/** Where the work is longer than any lock that fits. */
export const conditionOfLongWork: Condition = [
  'short-steps',
  'https://pkg.go.dev/github.com/go-redsync/redsync/v4#Mutex.Extend',
];

/** By the id of a lock, or of a row with one setting of it. */
export const conditionsOfLock: Readonly<Record<string, readonly Condition[]>> = {
  'sql-advisory': [
    ['own-connection', 'https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS'],
    ['no-pooler', 'https://www.pgbouncer.org/features.html'],
  ],
  shedlock: [repeatable],
  'shedlock-table': [repeatable],
  redisson: [watchdog],
  'redisson-redlock': [independent, watchdog],
  redlock: [independent],
  'redlock-py': [independent],
  'single-node-fsync': [['fsync-always', 'https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/']],
  'zookeeper-node': [session],
  'zookeeper-sequential': [session],
  etcd: [['lease-is-time', 'https://jepsen.io/analyses/etcd-3.4.3']],
  consul: [['lock-delay', 'https://developer.hashicorp.com/consul/docs/dynamic-app-config/sessions']],
  'kubernetes-lease': [['late-news', clientGo]],
  'dynamodb-lock': [['late-news', 'https://github.com/awslabs/amazon-dynamodb-lock-client#readme']],
  'object-store': [['same-clocks', 'https://github.com/apache/hudi/blob/master/rfc/rfc-91/rfc-91.md']],
  'lock-file': [
    ['same-clocks', properLockfile],
    ['late-news', properLockfile],
  ],
  'laravel-lock': [['same-clocks', 'https://laravel.com/docs/12.x/cache#atomic-locks']],
};

/** The check at the resource. */
export const codeOfGuard: { readonly [Guard in ShownGuard]?: string } = {
  token: 'UPDATE stock SET n = 43, token = 34\nWHERE id = 1 AND token <= 34',
  version: 'UPDATE stock SET n = 43, version = 8\nWHERE id = 1 AND version = 7',
  unique: "BEGIN;\nINSERT INTO done (job) VALUES ('2026-11-26');\nUPDATE report SET total = 43;\nCOMMIT;",
  key: 'POST /charges\nIdempotency-Key: invoice-1043',
  push: 'git push origin HEAD:main',
};

/** Rows that are Redis commands and no library. */
export const recipes: readonly string[] = ['single-node', 'single-node-fsync', 'single-node-replica'];

export const recipeCode = `SET leader client-7 NX PX 3000
EVAL "if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end" 1 leader client-7 3000
EVAL "if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1]) end" 1 leader client-7`;

/**
 * Rows whose lock has a token, with the kind of fault that loses an update behind the check. The late write comes
 * first.
 */
export const tokenFails = [
  ['etcd-3', 'pause'],
  ['chubby-3', 'pause'],
] as const;

/** A run in which the receiver recognizes a repeat: the story and its variant. */
export const repeatStory = { story: 'lost-answer', variant: 'fix' } as const;
