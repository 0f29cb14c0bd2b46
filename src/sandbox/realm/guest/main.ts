/** The realm's side of the border: the functions that the world outside calls, by name and number. */

import type { AcquireResult, Begun, Host, Judged } from '../../own/host';
import { addressesOf } from './addresses';
import { fraction, random, webCrypto } from './chance';
import { thrownOf } from './errors';
import { type Functions, formOf } from './forms';
import { current, GuestIncarnation, setCurrentProcess } from './guestIncarnation';
import { console, process, requireModule } from './modules';
import { type Api, NoForm, setSignatures } from './parameters';
import { connect, forgetConnections } from './redis';
import { briefly, digestsOf, isRefusal } from './refusals';
import { refusing } from './refusing';
import type { Signatures } from './signatureNames';
import { clock, sleep, timers } from './time';
import { returned, takeUnhandled, thrown, watchPromises } from './unhandledRejections';

type Factory = (
  exports: object,
  require: (name: unknown) => unknown,
  module: { exports: object },
  // `realm/watchAsync.ts` adds calls of it around async functions.
  whenThrown: typeof thrown,
  whenReturned: typeof returned,
  /** The global object of one life, where lives share a realm: a global that the code sets is its own. */
  own: object,
  // A promise if the file awaits at its top level.
) => unknown;

interface Client {
  readonly life: GuestIncarnation;
  readonly api: Api & Record<string, unknown>;
  functions: Functions | Promise<Functions> | null;
  exports: Exports;
  /** The functions for another task of this process. */
  other: Task | null;
  /** The error as JSON, or the form that was found. */
  begunText: string;
  /** How release was called. */
  released: string;
}

interface Task {
  readonly api: Api;
  readonly functions: Functions;
}

/** The functions that the world outside calls. */
export interface Guest {
  /** Begins a life and evaluates the reader's file anew. Returns the error as JSON, or the form that was found. */
  readonly begin: (life: number, begun: string) => string;
  /** The same result later, for a file that awaits at its top level. */
  readonly begunAs: (life: number) => string;
  readonly enter: (life: number, call: number, name: string, held: number) => void;
  readonly answer: (life: number, id: number, ok: boolean, text: string) => void;
  readonly push: (life: number, id: number, text: string) => void;
  /** Asks the reader's check about a write. Returns JSON: `{ isGood }`, or `{ thrown }`. */
  readonly decide: (judged: string) => string;
  /** Called when the code of a life has come to rest: a rejection that nobody handled ends the process. */
  readonly atRest: () => void;
  /** Called when all lives are over. */
  readonly forget: () => void;
}

/** @param check the reader's check at the resource; null if absent */
export function makeGuest(host: Host, factory: Factory, check: Factory | null, signatures: Signatures): Guest {
  setSignatures(signatures);
  let deciding: Deciding | null = null;
  const clients = new Map<number, Client>();
  const of = (number: number): Client => {
    const client = clients.get(number);
    if (client === undefined) throw new Error(`There is no life ${number}.`);
    setCurrentProcess(client.life);
    client.life.reportUnread();
    return client;
  };
  return {
    begin: (number, text) => {
      const begun = JSON.parse(text) as Begun;
      const life = new GuestIncarnation(host, begun);
      setCurrentProcess(life);
      forgetConnections();
      const client = beginClient(life, factory);
      clients.set(number, client);
      return client.begunText;
    },
    begunAs: (number) => {
      const { begunText, released } = of(number);
      return released === '' ? begunText : JSON.stringify({ ...JSON.parse(begunText), released });
    },
    enter: (number, call, name, held) => enter(of(number), call, name, held),
    answer: (number, id, ok, text) => of(number).life.answer(id, ok, JSON.parse(text)),
    push: (number, id, text) => of(number).life.push(id, JSON.parse(text)),
    decide: (text) => {
      try {
        deciding ??= checkOf(check);
        const { write, stored } = JSON.parse(text) as Judged;
        const isGood = deciding(write, stored);
        if (isGood instanceof Promise) throw new NoForm('write has to answer at once: true or false, and no promise.');
        return JSON.stringify({ isGood: Boolean(isGood) });
      } catch (error) {
        return JSON.stringify({ thrown: thrownOf(error) });
      } finally {
        // The storage is not a process that could end.
        takeUnhandled();
      }
    },
    atRest: () => {
      for (const reason of takeUnhandled()) if (!current().uncaught(reason)) return;
    },
    forget: () => {
      takeUnhandled();
      clients.clear();
      deciding = null;
    },
  };
}

/** What is known about a file that still awaits at its top level. */
const waits = JSON.stringify({ form: 'functions', found: '', settings: {}, knowsRemaining: true, waits: true });

function beginClient(life: GuestIncarnation, factory: Factory): Client {
  const client: Client = {
    life,
    api: apiOf(life),
    functions: null,
    exports: {},
    other: null,
    begunText: waits,
    released: '',
  };
  const find = (exports: Exports): Functions => {
    client.exports = exports;
    const functions = formOf(exports, client.api, life.begun.ways);
    const { form, found, remaining, ways } = functions;
    const settings = exports['settings'] ?? {};
    client.begunText = JSON.stringify({ form, found, settings, ways, knowsRemaining: remaining !== undefined });
    return functions;
  };
  const fail = (error: unknown): void => {
    client.begunText = JSON.stringify({ thrown: thrownOf(error) });
  };
  try {
    const exports = evaluate(factory);
    client.functions = exports instanceof Promise ? exports.then(find) : find(exports);
    if (client.functions instanceof Promise) client.functions.catch(fail);
  } catch (error) {
    fail(error);
  }
  return client;
}

type Deciding = (write: object, stored: object) => unknown;

/** The function of the file that decides. Throws `NoForm`. */
function checkOf(check: Factory | null): Deciding {
  const exports = check === null ? {} : evaluate(check);
  const candidate =
    exports instanceof Promise ? undefined : (exports['write'] ?? exports['check'] ?? exports['default']);
  if (typeof candidate === 'function') return candidate as Deciding;
  throw new NoForm('No check was found. Wanted: a function write(write, stored) that returns true or false.');
}

type Exports = Record<string, unknown>;

/** Evaluates a module of the reader's. Returns its exports, in either style. */
function evaluate(factory: Factory): Exports | Promise<Exports> {
  const module = { exports: {} };
  const exported = (): Exports => {
    const { exports } = module;
    return typeof exports === 'function' ? { default: exports, ...Object(exports) } : Object(exports);
  };
  const own: object = Object.create(globalThis);
  const ended = factory(module.exports, requireModule, module, thrown, returned, own);
  return ended instanceof Promise ? ended.then(exported) : exported();
}

/** The numbers of tasks are defined in `own/host.ts`. */
const [ownInstance, otherKey] = [2, 4];

/**
 * Another task of a process shares the functions, and the instance that a class or a factory makes unless it gets its
 * own.
 */
function otherTask({ life, api: first, exports, other }: Client, functions: Functions, task: number): Task {
  if (other !== null) return other;
  const key = task & otherKey ? `${first.key}-2` : first.key;
  const api = { ...first, key, isSecondTask: true };
  return { api, functions: task & ownInstance ? formOf(exports, api, life.begun.ways) : functions };
}

/** @param number the number of what was acquired; for acquire, of the task */
function enter(client: Client, call: number, name: string, number: number): void {
  const { life, functions, api } = client;
  const isAcquire = name === 'acquire';
  const held = isAcquire ? undefined : life.held.get(number);
  life.answered = 0;
  const isOther = isAcquire ? number > 0 : life.heldByOther.has(number);
  const settle = (ok: boolean, value: unknown): void => {
    life.reportUnread();
    life.host.settled(call, ok, JSON.stringify(value ?? null));
  };
  const begin = async (): Promise<unknown> => {
    const ownFunctions = functions instanceof Promise ? await functions : functions;
    if (isOther && ownFunctions !== null) client.other = otherTask(client, ownFunctions, number);
    if (name === 'release' && life.begun.records) client.released = ownFunctions?.releasedAs(api, held) ?? '';
    const task = isOther ? client.other : { api, functions: ownFunctions };
    const run = task?.functions?.[name as 'acquire' | 'release' | 'extend' | 'remaining' | 'quit'];
    const returned = await (run as ((api: Api, held: unknown) => unknown) | undefined)?.(task?.api ?? api, held);
    if (isAcquire) {
      const got = gotOf(life, returned, task?.functions?.token);
      if (got !== null && isOther) life.heldByOther.add(got.id);
      return got;
    }
    if (name === 'release' && life.held.delete(number)) life.heldByOther.delete(number);
    return name === 'release' ? returned !== false && returned !== 0 && returned !== null : numberOf(returned);
  };
  begin().then(
    (value) => settle(true, value),
    (error) => settle(false, thrownOf(error)),
  );
}

/**
 * Reads what an acquire returned. Returning nothing means that the lock was waited for, unless this one returns a
 * value with its locks. False, null, 0 and an empty text are a refusal.
 */
function gotOf(life: GuestIncarnation, returned: unknown, tokenOf: Functions['token']): AcquireResult | null {
  const isNothing = returned === undefined;
  const isRefused = isNothing ? life.begun.returnsLock === true : !returned || isRefusal(returned);
  const { records, refusal } = life.begun;
  const digests = records || refusal > 0 ? digestsOf(returned) : [];
  if (records) life.host.report('returned', JSON.stringify([...digests, isRefused, briefly(returned)]), 0);
  if (isRefused || digests.includes(refusal)) return null;
  const id = life.held.size === 0 ? 1 : Math.max(...life.held.keys()) + 1;
  life.held.set(id, returned);
  const fields = typeof returned === 'object' && returned !== null ? (returned as Record<string, unknown>) : {};
  const until = numberOf(fields['expiration'] ?? fields['expiresAt'] ?? fields['validUntil']);
  const owner = fields['value'] ?? fields['owner'] ?? fields['id'] ?? (typeof returned === 'string' ? returned : '');
  return {
    id,
    validFor: numberOf(fields['validFor'] ?? fields['validity']) ?? (until === null ? null : until - clock.now()),
    token: numberOf(tokenOf === undefined ? (fields['token'] ?? fields['fencingToken']) : tokenOf(returned)),
    owner: typeof owner === 'string' || typeof owner === 'number' ? String(owner) : '',
    isNothing,
  };
}

function numberOf(value: unknown): number | null {
  if (value === false) return 0;
  const number = value === null || value === undefined || value === true || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The first argument of the documented form. */
function apiOf(life: GuestIncarnation): Api & Record<string, unknown> {
  const { key, ttl, nodes, me, number } = life.begun;
  return {
    redis: Array.from({ length: nodes }, (_, node) => connect(node, 'ioredis')),
    nodes: addressesOf(nodes),
    key,
    ttl,
    me,
    number,
    clock,
    random,
    sleep,
    log: (...values: unknown[]) => life.ask('log', values.map(String).join(' ')).answer,
    lost: (reason?: unknown) => life.host.report('lost', String(reason ?? ''), life.line()),
    extended: (ms: unknown) => life.host.report('extended', String(Number(ms)), life.line()),
  };
}

/** Replaces the realm's clocks, timers and randomness with the client's. Removes what would reveal the realm. */
export function furnish(realm: Record<string, unknown>, floats: () => void): void {
  watchPromises(floats);
  Object.assign(realm, timers, { console, process, crypto: refusing('crypto', webCrypto), require: requireModule });
  const math = realm['Math'] as { random: () => number };
  math.random = fraction;
  realm['global'] = realm;
  // QuickJS has neither.
  for (const name of ['dispose', 'asyncDispose'])
    if (!(name in Symbol)) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) });
  for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']) delete realm[name];
}
