/** A client of ZooKeeper's locks against a server that answers from a table. */
import type { Program } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import type { Held, Lock, LockContext } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { ok, type Reply } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { DrivenWorld, silence, type Table } from './drive';

export type Settings = Readonly<Record<string, Setting>>;

/** The server's answers to each command, one after the other; the last one repeats. */
export type Answers = Readonly<Record<string, Reply | readonly Reply[]>>;

export const error = (message: string): Reply => ({ kind: 'error', message });
export const deleted = (path: string): Reply => ok(['NodeDeleted', path]);
/** czxid, mzxid, version, owner, children. */
export const stat = (czxid: number, owner: string): Reply => ok([czxid, czxid, 0, owner, 0]);

const fine: Answers = {
  CONNECT: ok(['0x7', 3000]),
  CREATE: ok(['/stock', 33]),
  DELETE: ok('OK'),
  PING: ok(['PONG', 0]),
  CLOSE: ok('OK'),
};

export function client(lock: Lock, settings: Settings, answers: Answers, take?: Table['take']) {
  const told = new Map<string, number>();
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const given = { ...fine, ...answers }[command];
      if (given === undefined) throw new Error(`The table has no answer to ${command}.`);
      const nth = told.get(command) ?? 0;
      told.set(command, nth + 1);
      const reply = Array.isArray(given) ? given[Math.min(nth, given.length - 1)] : given;
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
    ...(take ? { take } : {}),
  });
  const context: LockContext<never> = {
    me: 'client1',
    nodes: ['service'],
    key: 'stock',
    settings: withDefaults(lock.fields, settings) as never,
    hold: 5,
    memory: new Map(),
    notice: { ...newNotice(), hold: 5 },
  };
  const texts = (): readonly string[] => world.sent.map(({ text }) => text);
  const keeper = (): Program => {
    const [first] = world.forked;
    if (first === undefined) throw new Error('No session was opened.');
    return first as Program;
  };
  return {
    world,
    context,
    texts,
    keeper,
    acquire: () => world.run(lock.acquire(context)),
    release: (held: unknown) => world.run(lock.release(context, held as Held)),
  };
}
