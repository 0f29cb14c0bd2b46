/** What only documents say of a guard or a lock, and the code that a recommendation shows. */
import type { recommendWords } from '../../content/texts/recommend';
import type { Condition } from '../../core/model/scenario/lockFacts';
import type { Ms } from '../../core/model/values/time';
import type { Answers } from './choose';
import type { GuardId } from './decide';

/** Git makes its own check of a version: a push has to be a fast-forward. */
type ShownGuard = GuardId | 'push';

type AnyCondition = Condition<keyof typeof recommendWords.en.conditions>;

const clientGo = 'https://pkg.go.dev/k8s.io/client-go/tools/leaderelection';

export const conditionOfGuard: { readonly [Guard in ShownGuard]?: AnyCondition } = {
  version: ['one-statement', 'https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED'],
  push: ['no-force', 'https://git-scm.com/docs/git-push#_note_about_fast_forwards'],
  unique: [
    'same-transaction',
    'https://www.postgresql.org/docs/current/ddl-constraints.html#DDL-CONSTRAINTS-UNIQUE-CONSTRAINTS',
  ],
  key: ['same-key', 'https://docs.stripe.com/api/idempotent_requests'],
};

/** A leader is a client that holds a lock for long. */
export const conditionOfLeader: AnyCondition = ['step-down', clientGo];

/** Where the work is longer than any lock that fits. */
export const conditionOfLongWork: AnyCondition = [
  'short-steps',
  'https://pkg.go.dev/github.com/go-redsync/redsync/v4#Mutex.Extend',
];

/** Where the lock alone protects the work: what its client does while the lock’s service is away. */
export const conditionOfOutage: AnyCondition = [
  'fail-closed',
  'https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/',
];

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

/** Takes, extends and releases. The value identifies one attempt. */
export const recipeCode = (key: string, lease: Ms): string => `SET ${key} client-7 NX PX ${lease}
EVAL "if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end" 1 ${key} client-7 ${lease}
EVAL "if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1]) end" 1 ${key} client-7`;

/** The key of the recipe: what is taken, a leader’s place or what the check guards. */
export const recipeKey = {
  work: 'report',
  servers: 'stock',
  never: 'stock',
  leader: 'leader',
  outside: 'invoice-1043',
};

/** Libraries that send the commands of the recipe. For other languages no such library is in the table. */
export const recipeLibraries = [
  ['node', { address: '../library/', text: 'quorum-lock', name: 'quorum-lock' }],
  ['go', { address: 'https://pkg.go.dev/github.com/go-redsync/redsync/v4', text: 'redsync', name: 'redsync' }],
] as const;

/** How long the work is, by its answer. */
export const workMs: Readonly<Record<NonNullable<Answers['work']>, Ms>> = {
  second: 1000,
  seconds: 10_000,
  minutes: 120_000,
};

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
