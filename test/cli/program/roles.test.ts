// What the commands of a program mean, from its events alone: which key is the lock, and what takes and releases it.
import { expect, it } from 'vitest';
import { type Roles, rolesOf } from '../../../src/cli/program/roles';
import type { Role } from '../../../src/cli/program/worldEvents';
import { World } from './events';

const learned = (world: World, lock: string | null = null): Roles => rolesOf(world.events, { lock, data: null });

/** What each command was for. */
const rolesIn = (world: World, roles: Roles): readonly (readonly Role[])[] =>
  world.commands.map(({ words }) => roles.of(words));

interface Row {
  readonly claim: string;
  readonly setup?: string;
  readonly commands: readonly string[];
  readonly lock: string | null;
  readonly data: readonly string[];
  readonly roles: string;
}

const rows: readonly Row[] = [
  {
    claim: 'SET NX takes, DEL releases',
    commands: ['SET lock me NX PX 500', 'GET count', 'SET count 1', 'DEL lock'],
    lock: 'lock',
    data: ['count'],
    roles: 'acquire read write release',
  },
  {
    claim: 'an expiry that follows extends',
    commands: ['SETNX lock me', 'PEXPIRE lock 500', 'GET count', 'SET count 1', 'DEL lock'],
    lock: 'lock',
    data: ['count'],
    roles: 'acquire extend read write release',
  },
  {
    claim: 'a lock that is swapped is released by the value that it is set to at last',
    commands: ['GETSET lock taken', 'GET count', 'SET count 1', 'SET lock free'],
    lock: 'lock',
    data: ['count'],
    roles: 'acquire read write release',
  },
  {
    claim: 'a token that is taken out of a list is the lock, and comes back by a push',
    setup: 'RPUSH tokens token',
    commands: ['BLPOP tokens 3', 'GET count', 'SET count 1', 'RPUSH tokens token'],
    lock: 'tokens',
    data: ['count'],
    roles: 'acquire read write release',
  },
  {
    claim: 'a field of a hash is the lock, and another field of it holds the data',
    commands: ['HSETNX job owner me', 'HGET job count', 'HSET job count 1', 'HDEL job owner'],
    lock: 'job → owner',
    data: ['job → count'],
    roles: 'acquire read write release',
  },
  {
    claim: 'an expiry in the past releases',
    commands: ['SET lock me NX PX 500', 'GET count', 'SET count 1', 'EXPIRE lock 0'],
    lock: 'lock',
    data: ['count'],
    roles: 'acquire read write release',
  },
  {
    claim: 'an expiry of one millisecond releases',
    commands: ['SET lock me NX PX 500', 'GET count', 'SET count 1', 'SET lock me XX PX 1'],
    lock: 'lock',
    data: ['count'],
    roles: 'acquire read write release',
  },
  {
    claim: 'without a lock there is none',
    commands: ['GET count', 'SET count 1'],
    lock: null,
    data: ['count'],
    roles: 'read write',
  },
];

it.each(rows)('$claim', ({ setup, commands, lock, data, roles: expected }) => {
  const world = new World();
  if (setup !== undefined) world.setup(setup);
  for (const command of commands) world.ask(1, command);
  const roles = learned(world);
  expect(roles.lock).toBe(lock);
  expect(roles.data).toEqual(data);
  expect(rolesIn(world, roles).flat().join(' ')).toBe(expected);
});

it('a time in the value is the end of a lease', () => {
  const world = new World();
  world.ask(1, `SETNX lock ${world.wallMs + 500}`);
  world.ask(1, 'SET count 1');
  world.ask(1, 'DEL lock');
  expect(learned(world).lease).toBe(500);
});
