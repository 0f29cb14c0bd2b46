/**
 * One use of a lock by a library, and the same by the simulated program on promises, each over a connection of
 * ioredis to each node. Reports what the caller got and what arrived at the nodes.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { everyScript as ownScripts } from '../../src/core/locks/everyScript';
import { type RedlockState, redlock } from '../../src/core/locks/redlock/lock';
import { type Call, type Declaration, join, type Program, sleep } from '../../src/core/model/effects/effect';
import {
  connectionClosed,
  ok,
  type Reply,
  type Request,
  type Script,
  type Value,
} from '../../src/core/model/effects/request';
import { withDefaults } from '../../src/core/model/scenario/fields';
import type { Held } from '../../src/core/model/scenario/lock';
import { nodeId } from '../../src/core/model/scenario/processId';
import type { Setting } from '../../src/core/model/scenario/scenario';
import { fromMs, localInstant, type Ms, toMs } from '../../src/core/model/values/time';
import { drive } from '../../src/core/promises/drive';
import type { Host } from '../../src/core/promises/host';
import type { Arrived, Meaning } from './recordingNodes';

/** The steps of one caller: it takes the lock, may extend it once, keeps it, and releases it. */
export interface Plan {
  readonly ttl: Ms;
  /** 1 by default. */
  readonly keys?: 1 | 2;
  /** Extends once after this share of the remaining time; 1: when no time is left. */
  readonly extendAt?: number;
  /** How long it keeps the lock afterwards. */
  readonly stay: Ms;
  /** Uses the library's routine, which extends automatically. The caller leaves early when the routine aborts it. */
  readonly using?: true;
}

/** What the caller gets, in order. `leftMs` is the remaining time that is reported to it. */
export interface WireNote {
  readonly what: 'held' | 'refused' | 'extended' | 'not extended' | 'aborted' | 'released' | 'not released';
  readonly atMs: number;
  readonly leftMs: number | null;
}

export type Note = (what: WireNote['what'], leftMs?: number) => void;

/** Runs a plan to its end, over clients in the order of the nodes. */
export type Run = (plan: Plan, clients: readonly Redis[], key: string, note: Note) => Promise<unknown>;

export const resourcesOf = ({ keys = 1 }: Plan, key: string): string[] => (keys === 1 ? [key] : [key, `${key}:2`]);

/** A client in the form in which libraries accept one. */
export const clientOf = (port: number): Redis => {
  const client = new Redis({ host: '127.0.0.1', port, protocol: 2, disableClientInfo: true });
  client.on('error', () => {});
  return client;
};

/** The simulated program with these settings. */
export const simulated =
  (own: Readonly<Record<string, Setting>>): Run =>
  (plan, clients, key, note) => {
    const byHand = { extensions: plan.extendAt === undefined ? 0 : 1, extendBefore: 0, extendAt: plan.extendAt ?? 0 };
    const settings = withDefaults(redlock.fields, {
      ...own,
      ttl: plan.ttl,
      keys: plan.keys ?? 1,
      ...(plan.using ? {} : byHand),
    });
    const nodes = clients.map((_, index) => nodeId(index));
    const context = { me: 'client1', nodes, key, settings, hold: 0 } as const;
    const seen: Seen = { isExtended: false, isLost: false };
    return drive(perform(context, plan, note, seen), hostOn(clients, seen));
  };

type Context = Parameters<typeof redlock.acquire>[0];

/** What the program has declared. */
interface Seen {
  isExtended: boolean;
  isLost: boolean;
}

function* perform(context: Context, plan: Plan, note: Note, seen: Seen): Program {
  const held = yield* redlock.acquire(context);
  if (held.kind === 'refused') return note('refused');
  note('held', toMs(held.validFor));
  const { state } = held as Held<RedlockState>;
  if (plan.using) {
    const endsAt = performance.now() + plan.stay;
    while (performance.now() < endsAt && !seen.isLost) yield* sleep(fromMs(5));
    if (seen.isLost) note('aborted');
  } else {
    if (state.extending !== null) {
      yield* join(state.extending);
      if (seen.isExtended) note('extended', toMs(yield* redlock.remaining(context, held)));
      else note('not extended');
    }
    yield* sleep(fromMs(plan.stay));
  }
  note((yield* redlock.release(context, held)) === 'none' ? 'released' : 'not released');
}

function hostOn(clients: readonly Redis[], seen: Seen): Host {
  const unheard = (): never => {
    throw new Error('Redlock subscribes to nothing.');
  };
  const mark = (declaration: Declaration): number => {
    if (declaration.mark === 'extended') seen.isExtended = true;
    if (declaration.mark === 'lost') seen.isLost = true;
    return 0;
  };
  return {
    now: () => localInstant(Date.now() * 1000),
    mono: () => localInstant(Math.round(performance.now() * 1000)),
    random: (_, below) => Math.floor(Math.random() * below),
    sleep: (micros, signal) => pause(micros / 1000, undefined, { signal }).then(none, none),
    call: ({ to, request }: Call) => send(clients[Number.parseInt(to.slice(-1), 36) - 10], request),
    open: unheard,
    listen: unheard,
    step: none,
    mark,
  };
}

const none = (): void => {};

async function send(client: Redis | undefined, { command, args, script }: Request): Promise<Reply> {
  if (client === undefined) throw new Error('There is no such node.');
  try {
    if (script === undefined) return ok((await client.call(command, ...args)) as Value);
    const digest = createHash('sha1').update(script.script.lua).digest('hex');
    return ok((await client.evalsha(digest, script.keyCount, ...script.keys, ...script.args)) as Value);
  } catch (error) {
    const { name, message } = error as Error;
    return name === 'ReplyError' ? { kind: 'error', message } : connectionClosed;
  }
}

/** The scripts of all libraries, by meaning. */
const meanings: ReadonlyMap<string, Meaning['kind']> = new Map([
  ['take', 'take'],
  ['extend', 'extend'],
  ['release', 'release'],
  ['setIfAllAbsent', 'take'],
  ['compareAndExtend', 'extend'],
  ['compareAndExtendAll', 'extend'],
  ['compareAndDelete', 'release'],
  ['compareAndDeleteAll', 'release'],
]);

export const simulatedScripts: readonly Script[] = ownScripts.filter(({ name }) => meanings.has(name));

const ofConnections: ReadonlySet<string> = new Set(['INFO', 'CLIENT', 'HELLO', 'PING']);

/** What a command means; null for those of the connection itself. */
export function meaningOf(request: Request): Meaning | null {
  const { command, args, script } = request;
  if (ofConnections.has(command)) return null;
  const [key = '', owner = '', nx, px, ttl = ''] = args.map(String);
  if (command === 'SET' && nx === 'NX' && px === 'PX') return { kind: 'take', keys: [key], owner, ttl };
  const kind = meanings.get(command);
  if (script === undefined || kind === undefined)
    return { kind: 'other', keys: [], owner: args.join(' '), ttl: command };
  // The sesamecare library puts the number of a database first.
  const [first = '', second = ''] = script.args.slice(script.args[0] === '0' ? 1 : 0);
  return { kind, keys: script.keys, owner: first, ttl: second };
}

/** The commands of each node in order, with their arguments. Owners are numbered in order of appearance. */
export function commandsAt(arrived: readonly Arrived[], nodes: number, key: string): readonly (readonly string[])[] {
  const owners = [...new Set(arrived.map(({ owner }) => owner))];
  const text = ({ kind, keys, owner, ttl }: Arrived): string =>
    [kind, ...keys.map((one) => one.replace(key, 'stock')), `of owner ${owners.indexOf(owner) + 1}`, ttl]
      .join(' ')
      .trim();
  return Array.from({ length: nodes }, (_, node) => arrived.filter((one) => one.node === node).map(text));
}
