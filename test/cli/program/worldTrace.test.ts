// The events of a world as a trace that the judge of any run reads: who had the lock, and what became of lock and data.
import { expect, it } from 'vitest';
import type { Plan } from '../../../src/cli/program/places';
import { rolesOf } from '../../../src/cli/program/roles';
import { traceOf } from '../../../src/cli/program/worldTrace';
import { judge } from '../../../src/core/judge/judge';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { parts } from '../../../src/core/run/parts';
import { World } from './events';

function judged(alone: readonly string[], play: (world: World) => void, setup?: string): Verdict {
  const calm = new World();
  const world = new World();
  if (setup !== undefined) for (const each of [calm, world]) each.setup(setup);
  for (const command of alone) calm.ask(1, command);
  const roles = rolesOf(calm.events, { lock: null, data: null });
  play(world);
  for (const each of [calm, world]) each.close();
  const run = {
    events: world.events,
    endedAt: world.at + 5_000_000,
    exits: new Map(),
    isCut: false,
    isOverrun: false,
    memory: 0,
    isReached: true,
    refused: [],
    startTime: 0,
    setupFailed: null,
    isUnstoppable: false,
  };
  const [data = null] = roles.data;
  const isKilled = world.events.some(({ kind }) => kind === 'killed');
  const plan: Plan = {
    first: 1,
    fault: 'kill',
    place: { role: 'acquire', nth: 1, side: 'after' },
    resumption: 'at-once',
  };
  const trace = traceOf({ run, clients: 2, nodes: 1, roles, data, plan: isKilled ? plan : null });
  return judge(trace, parts);
}

const take = (client: number): string => `SET lock client${client} NX PX 60000`;
const usual = [take(1), 'GET count', 'SET count 1', 'DEL lock'];

it('one round after the other holds', () => {
  const verdict = judged(usual, (world) => {
    for (const client of [1, 2]) {
      for (const command of [take(client), 'GET count', `SET count ${client}`, 'DEL lock']) world.ask(client, command);
      world.exit(client);
    }
  });
  expect(verdict.outcome).toBe('held');
});

it('a late write over the write of the next holder loses it', () => {
  const verdict = judged(usual, (world) => {
    world.ask(1, take(1));
    world.ask(1, 'GET count');
    world.expire('lock');
    for (const command of [take(2), 'GET count', 'SET count 7', 'DEL lock']) world.ask(2, command);
    world.ask(1, 'SET count 1');
    for (const client of [1, 2]) world.exit(client);
  });
  expect(verdict.outcome).toBe('lost');
});

it('a client that stops by its own stopwatch is not inside', () => {
  const verdict = judged(usual, (world) => {
    world.ask(1, take(1));
    world.ask(1, 'GET count');
    world.expire('lock');
    for (const command of [take(2), 'GET count', 'SET count 7', 'DEL lock']) world.ask(2, command);
    for (const client of [1, 2]) world.exit(client);
  });
  expect(verdict.outcome).toBe('held');
});

it('a token that a killed client took out of the list is stuck', () => {
  const alone = ['BLPOP tokens 1', 'GET count', 'SET count 1', 'RPUSH tokens token'];
  const verdict = judged(
    alone,
    (world) => {
      world.ask(1, 'BLPOP tokens 1');
      world.kill(1);
      world.at += 10_000;
      world.ask(2, 'BLPOP tokens 1');
    },
    'RPUSH tokens token',
  );
  expect(verdict.outcome).toBe('stuck');
});

it('a SET over the lock of another one is an overlap', () => {
  const alone = ['GET lock', 'SET lock client1 PX 60000', 'GET count', 'SET count 1', 'DEL lock'];
  const verdict = judged(alone, (world) => {
    for (const client of [1, 2]) world.ask(client, 'GET lock');
    for (const client of [1, 2]) world.ask(client, `SET lock client${client} PX 60000`);
    for (const client of [1, 2]) world.ask(client, 'GET count');
    for (const client of [1, 2]) world.ask(client, `SET count ${client}`);
    for (const client of [1, 2]) world.exit(client);
  });
  expect(verdict).toMatchObject({ lock: 'overlap', data: 'lost' });
});

it('a count of attempts takes nothing from its holder', () => {
  const alone = ['INCR lock', 'PEXPIRE lock 60000', 'GET count', 'SET count 1', 'DEL lock'];
  const verdict = judged(alone, (world) => {
    world.ask(1, 'INCR lock');
    world.ask(1, 'PEXPIRE lock 60000');
    world.ask(2, 'INCR lock');
    for (const command of ['GET count', 'SET count 1', 'DEL lock']) world.ask(1, command);
    for (const command of ['INCR lock', 'PEXPIRE lock 60000', 'GET count', 'SET count 2', 'DEL lock'])
      world.ask(2, command);
    for (const client of [1, 2]) world.exit(client);
  });
  expect(verdict.outcome).toBe('held');
});
