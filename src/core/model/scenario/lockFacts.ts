/**
 * What is known about a lock without its program: for menus, the table of what breaks what, and recommendations. Each
 * lock declares it in its folder (`core/locks`).
 */

import type { Text } from '../values/text';
import type { Ms } from '../values/time';
import type { ConnectionSettings, Setting } from './scenario';

/** Lock services other than Redis that the simulator knows. */
export const serviceKinds = [
  'zookeeper',
  'chubby',
  'sql',
  'etcd',
  'consul',
  'kubernetes',
  'object-store',
  'file-system',
  'job-queue',
  'dynamodb',
  'forge',
] as const;
export type ServiceKind = (typeof serviceKinds)[number];

export const codeLanguages = ['java', 'node', 'python', 'go', 'dotnet', 'ruby', 'php', 'cpp', 'other'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** Families of locks, each with one idea, in the order of the table and in three groups. */
export const familyGroupOf = {
  'single-node': 'one-redis',
  'token-lock': 'one-redis',
  setnx: 'one-redis',
  redisson: 'one-redis',
  'python-redis-lock': 'one-redis',
  jobs: 'one-redis',
  'agent-lease': 'one-redis',
  redlock: 'several-nodes',
  'redlock-libraries': 'several-nodes',
  'redlock-py': 'several-nodes',
  'redisson-redlock': 'several-nodes',
  zookeeper: 'not-redis',
  chubby: 'not-redis',
  etcd: 'not-redis',
  records: 'not-redis',
  files: 'not-redis',
  sql: 'not-redis',
  'no-lock': 'not-redis',
} as const;
export type FamilyId = keyof typeof familyGroupOf;

/** What must be true where a lock is used. The page has a sentence for each. */
export const conditionIds = [
  'fsync-always',
  'independent-nodes',
  'lease-is-time',
  'lock-delay',
  'late-news',
  'never-released',
  'no-lease-time',
  'no-pooler',
  'nfs-lease',
  'own-connection',
  'repeatable-job',
  'same-clocks',
  'stop-when-disconnected',
] as const;
export type ConditionId = (typeof conditionIds)[number];

/** A condition, with the document that says so. */
export type Condition<Id extends string = ConditionId> = readonly [id: Id, source: string];

/**
 * What an acquire does, as it comes, when its service cannot be reached. `hangs`: it gives up when its connection is
 * refused, and waits without limit for an answer that does not come. `says-no`: it returns a no, as for a lock that is
 * taken, and raises no error.
 */
export type IfUnreachable = 'asks-again' | 'gives-up' | 'hangs' | 'says-no';

/** The traits in the table that a setting of a lock may change. */
interface RowTraits {
  readonly family: FamilyId;
  /** The language of the clients, for a library. Absent: a recipe, or a service with clients in any language. */
  readonly language?: CodeLanguage;
  readonly conditions?: readonly Condition[];
  /** Of a library, with the document that says so. Absent: a recipe, whose program decides, or not known. */
  readonly ifUnreachable?: readonly [does: IfUnreachable, source: string];
  readonly isNeverRecommended?: true;
}

/** A line of the table: a lock, or a library that has it, with its usual settings. */
export interface LockRow extends Partial<RowTraits> {
  /** The id of the lock or library, or `lock-setting`. It is in addresses and never changes. */
  readonly id: string;
  readonly profile?: string;
  /** Settings that differ from the lock's defaults. */
  readonly settings?: Readonly<Record<string, Setting>>;
  /** The number of replicas of each node. Absent: none. */
  readonly replicas?: number;
  /** Its nodes write each change to disk before they answer. Absent: they keep nothing. */
  readonly fsync?: true;
  /** How its client library waits and sends again. Absent: as the lock says. */
  readonly connection?: ConnectionSettings;
  /** In ms: its library refuses a shorter lease. */
  readonly leaseLeast?: number;
  /** Which of the lock's two usual settings it has. */
  readonly variant?: Text;
}

export interface TableFacts extends RowTraits {
  /** How often the holder renews its lock, in ms. Null, or absent: it does not renew. */
  readonly renewEvery?: (own: Readonly<Record<string, unknown>>) => Ms | null;
  readonly rows: readonly LockRow[];
}

export interface LockFacts {
  /** Links contain it, so it never changes. */
  readonly id: string;
  readonly title: Text;
  /** It behaves like a library, not as its authors or a recipe specify the lock. */
  readonly asLibrary?: true;
  /** The kind of its service, for a lock that does not live in Redis. */
  readonly service?: ServiceKind;
  /** Its client drops the connection when a request times out. Absent: it keeps it, unless a setting says otherwise. */
  readonly dropsAtTimeout?: true;
  /** Whether it runs on real servers: never, or only on Postgres. Absent: it runs. */
  readonly onRealServers?: 'never' | 'on-postgres';
  /** Absent: the lock is in no table. */
  readonly table?: TableFacts;
}
