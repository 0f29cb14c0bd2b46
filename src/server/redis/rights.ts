/**
 * The rights at a server of a run: its users, as lines of a Redis configuration. On existing servers the same list of
 * commands is tried.
 */
import { createHash } from 'node:crypto';
import { type Login, makeSecret } from '../login';

/** Every command that a lock sends to a node or that its scripts call there. A test compares it with the locks. */
export const lockCommands = [
  ...['blpop', 'del', 'eval', 'evalsha', 'exists', 'expire', 'get', 'getset', 'hexists', 'hincrby'],
  ...['incr', 'lpush', 'pexpire', 'ping', 'pttl', 'publish', 'set', 'setnx', 'subscribe', 'ttl', 'unsubscribe', 'wait'],
] as const;

/** The other commands that the simulator knows, and those that a client's connection needs. */
const clientCommands = [
  ...lockCommands,
  ...['hdel', 'hget', 'hgetall', 'hset', 'incrby', 'llen', 'lpop', 'lrange', 'persist', 'pexpireat', 'rpush', 'time'],
  ...['client|setname', 'script|load', 'info', 'select', 'quit'],
];

/** Nobody in a run needs commands that end a server, change its settings, or run foreign code in it. */
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
  /** The clients of the run, which come by the proxy. */
  readonly clients: Login;
}

export const makeUsers = (): Users => ({
  own: { username: 'playground', password: makeSecret() },
  clients: { username: 'clients', password: makeSecret() },
});

/** One login for all servers of a run, because any of them may follow any other. */
export const makeReplicaLogin = (): Login => ({ username: 'replica', password: makeSecret() });

/** Lines `user …`. A peer without a login may do nothing. Secrets appear as digests only. */
export const usersInWords = ({ own, clients }: Users, replica: Login): readonly string[] => [
  'user default reset off',
  userLine(own, `~* &* +@all ${denied.map((name) => `-${name}`).join(' ')}`),
  userLine(clients, `~* &* -@all ${clientCommands.map((name) => `+${name}`).join(' ')}`),
  userLine(replica, '-@all +psync +replconf +ping'),
];

const userLine = ({ username, password = '' }: Login, rights: string): string =>
  `user ${username} reset on #${createHash('sha256').update(password).digest('hex')} ${rights}`;
