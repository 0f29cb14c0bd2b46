/** Who may do what at a server of a run: its users, as lines of a Redis configuration. Servers of others are asked by the same list. */
import { createHash } from 'node:crypto';
import { type Login, makeSecret } from '../login';

/** All that a lock sends to a node, and what its scripts call there; a test holds it against the locks. */
export const lockCommands = [
  ...['blpop', 'del', 'eval', 'evalsha', 'exists', 'expire', 'get', 'getset', 'hexists', 'hincrby'],
  ...['incr', 'lpush', 'pexpire', 'ping', 'pttl', 'publish', 'set', 'setnx', 'subscribe', 'ttl', 'unsubscribe', 'wait'],
] as const;

/** What else the simulator has of a server's commands, and what a connection of a client needs. */
const clientCommands = [
  ...lockCommands,
  ...['hdel', 'hget', 'hgetall', 'hset', 'incrby', 'llen', 'lpop', 'lrange', 'persist', 'pexpireat', 'rpush', 'time'],
  ...['client|setname', 'script|load', 'info', 'select', 'quit'],
];

/** Nobody in a run needs these: what ends a server, changes its settings, or runs code of others in it. */
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
  /** The clients of the run, by the proxy. */
  readonly clients: Login;
}

export const makeUsers = (): Users => ({
  own: { username: 'playground', password: makeSecret() },
  clients: { username: 'clients', password: makeSecret() },
});

/** One for all servers of a run: each may follow each. */
export const makeReplicaLogin = (): Login => ({ username: 'replica', password: makeSecret() });

/** Lines `user …`. Whoever says nothing may do nothing; secrets stand there as their digests. */
export const usersInWords = ({ own, clients }: Users, replica: Login): readonly string[] => [
  'user default reset off',
  userLine(own, `~* &* +@all ${denied.map((name) => `-${name}`).join(' ')}`),
  userLine(clients, `~* &* -@all ${clientCommands.map((name) => `+${name}`).join(' ')}`),
  userLine(replica, '-@all +psync +replconf +ping'),
];

const userLine = ({ username, password = '' }: Login, rights: string): string =>
  `user ${username} reset on #${createHash('sha256').update(password).digest('hex')} ${rights}`;
