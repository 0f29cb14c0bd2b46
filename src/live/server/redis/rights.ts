/**
 * The rights at a server of a run: its users, as lines of a Redis configuration. On existing servers the same list of
 * commands is tried.
 */
import { createHash } from 'node:crypto';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { everyCommand } from '../../../core/sim/redis/everyCommand';
import { type Login, makeSecret } from '../login';

/** Every command that a lock or its scripts use on a node. A test compares the list with all stories and scripts. */
export const lockCommands = [
  ...['blpop', 'del', 'eval', 'evalsha', 'exists', 'expire', 'get', 'getset', 'hexists', 'hincrby'],
  ...['incr', 'info', 'lpush', 'pexpire', 'ping', 'pttl', 'publish', 'set', 'setnx', 'subscribe', 'ttl'],
  ...['unsubscribe', 'wait'],
] as const;

/**
 * Commands on strings that some servers do not have. A server does not start with the name of a command that it does
 * not have, so they are allowed by their category.
 */
export const newerCommands = ['delex', 'delifeq', 'digest'] as const;

const isOfLocks: ReadonlySet<string> = new Set([...lockCommands, ...newerCommands]);

/** The other commands that the simulator knows, and those that a client's connection needs. */
const clientCommands = [
  ...lockCommands,
  ...[...everyCommand.keys()].map((name) => name.toLowerCase()).filter((name) => !isOfLocks.has(name)),
  ...['client|setname', 'script|load', 'script|exists', 'script|flush', 'select', 'quit'],
];

/** Commands that nobody may use: they end a server, change its settings, or run foreign code in it. */
const denied = [
  'shutdown',
  'config',
  'module',
  'debug',
  'acl',
  'migrate',
  'monitor',
  'cluster',
  'save',
  'bgsave',
  'slaveof',
];

export interface Users {
  /** The backend. */
  readonly own: Login;
  /** The clients of the run, which connect through the proxy. */
  readonly clients: Login;
}

export const makeUsers = (): Users => ({
  own: { username: 'playground', password: makeSecret() },
  clients: { username: 'clients', password: makeSecret() },
});

/** The other processes that log in at each server of a run: any server may follow another, and sentinels watch all. */
export interface OtherProcesses {
  readonly replicas: readonly Login[];
  readonly sentinels: readonly Login[];
}

/** Each process has its own, so that a shared proxy port knows the peer by its login. */
export const makeLogin = (process: ProcessId): Login => ({ username: process, password: makeSecret() });

/** The rights that a sentinel needs at the watched servers. Source: Redis' documentation of Sentinel. */
const watcherRights = [
  ...['multi', 'slaveof', 'ping', 'exec', 'subscribe', 'role', 'publish', 'info'],
  ...['config|rewrite', 'client|setname', 'client|kill', 'script|kill'],
];

/** The commands among sentinels, and from the backend to a sentinel. */
const sentinelRights = ['ping', 'publish', 'sentinel', 'client'];
const listenerRights = [...sentinelRights, 'info', 'psubscribe'];

/** Lines `user …`. A peer without a login may do nothing. Secrets appear as digests only. */
export const usersInWords = (
  { own, clients }: Users,
  { replicas, sentinels }: OtherProcesses,
  { isOlder }: { readonly isOlder: boolean },
): readonly string[] => [
  'user default reset off',
  userLine(own, `~* &* +@all ${denied.map((name) => `-${name}`).join(' ')}`),
  userLine(clients, `~* &* ${only([...(isOlder ? [] : ['@string']), ...clientCommands])}`),
  ...replicas.map((replica) => userLine(replica, '-@all +psync +replconf +ping')),
  ...sentinels.map((sentinel) => userLine(sentinel, `&* ${only(watcherRights)}`)),
];

/** The same for a sentinel: the backend, and the other sentinels. */
export const sentinelUsersInWords = (own: Login, sentinels: readonly Login[]): readonly string[] => [
  'user default reset off',
  userLine(own, `&* ${only(listenerRights)}`),
  ...sentinels.map((sentinel) => userLine(sentinel, `&* ${only(sentinelRights)}`)),
];

const only = (commands: readonly string[]): string => `-@all ${commands.map((name) => `+${name}`).join(' ')}`;

const userLine = ({ username, password = '' }: Login, rights: string): string =>
  `user ${username} reset on #${createHash('sha256').update(password).digest('hex')} ${rights}`;
