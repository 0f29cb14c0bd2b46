/** The forms in which people have their locks, made into one: functions that acquire and release. */
import { current } from './life';

export interface Functions {
  readonly acquire: (api: object) => unknown;
  readonly release: (api: object, held: unknown) => unknown;
  readonly extend?: ((api: object, held: unknown) => unknown) | undefined;
  readonly remaining?: ((api: object, held: unknown) => unknown) | undefined;
  readonly quit?: ((api: object) => unknown) | undefined;
  /** The fencing token of what was acquired. */
  readonly token?: ((held: unknown) => unknown) | undefined;
  readonly form: 'functions' | 'class' | 'with-lock';
  /** The names by which they were found, for a sentence. */
  readonly found: string;
}

type Any = (...given: unknown[]) => unknown;
type Exports = Record<string, unknown>;

/** The documented names come first. Others are known by their words: `acquireRedisLock`, `tryLock`, `releaseLock`. */
const acquireNames = [
  /^acquire$/,
  /^lock$/,
  /^(try|do)?_?(acquire|obtain|take|get|grab)?_?\w*lock$/i,
  /^(try_?)?(acquire|obtain)\w*$/i,
];
const releaseNames = [/^release$/, /^unlock$/, /^(un|free|release|drop|give)_?\w*lock$/i, /^(release|free)\w*$/i];
const noAcquire = /^(un|release|free|drop|give|is|has|with|extend|renew|refresh|using)/i;

/** The code has no form that is known. The message says which there are. */
export class NoForm extends Error {
  override name = 'NoForm';
}

/** Finds the lock in what a file exports. Throws `NoForm`. */
export function formOf(exports: Exports, api: object): Functions {
  const values = candidates(exports);
  for (const value of values) {
    if (typeof value === 'object' && value !== null) {
      const functions = functionsIn(value as Exports, value, 'functions');
      if (functions !== null) return functions;
    }
  }
  for (const value of values) {
    if (typeof value !== 'function') continue;
    const made = classIn(value as Any, api);
    if (made !== null) return made;
  }
  const withLock = exports['withLock'] ?? exports['using'];
  if (typeof withLock === 'function') return withLockIn(withLock as Any);
  const names = Object.keys(exports).filter((name) => name !== 'settings' && name !== '__esModule');
  const seen = names.length === 0 ? 'It exports nothing.' : `It exports ${names.join(', ')}.`;
  throw new NoForm(
    `No lock was found. ${seen} Wanted: functions acquire and release, or a class with these methods, or withLock(lock, work).`,
  );
}

/** The exports themselves, then each of them. */
const candidates = (exports: Exports): readonly unknown[] => [
  exports,
  exports['default'],
  ...Object.entries(exports).flatMap(([name, value]) => (name === 'default' || name === 'settings' ? [] : [value])),
];

function named(object: Exports, patterns: readonly RegExp[]): [string, Any] | null {
  const isWanted = (name: string): boolean => patterns !== acquireNames || !noAcquire.test(name);
  const names = namesOf(object).filter(isWanted);
  for (const pattern of patterns)
    for (const name of names) {
      const value = pattern.test(name) ? object[name] : undefined;
      if (typeof value === 'function' && !isClass(value)) return [name, value as Any];
    }
  return null;
}

/** Those of a class's methods as well. */
function namesOf(object: Exports): readonly string[] {
  const names = new Set<string>();
  for (let at: object | null = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name);
  return [...names];
}

/** Many hand out what releases together with the lock. */
function releaseOf(_: object, held: unknown): unknown {
  const own = isObject(held) ? named(held as Exports, releaseNames) : null;
  if (own === null)
    throw new NoForm('There is no release: neither a function of that name, nor one in what acquire returned.');
  return own[1].call(held);
}

function functionsIn(object: Exports, self: object, form: 'functions' | 'class', called = ''): Functions | null {
  const acquire = named(object, acquireNames);
  const release = named(object, releaseNames);
  if (acquire === null || (release === null && form === 'class')) return null;
  const optional = (name: string): Any | undefined => {
    const value = object[name];
    return typeof value === 'function' ? (value as Any) : undefined;
  };
  const call =
    (run: Any, first: boolean) =>
    (api: object, held?: unknown): unknown =>
      run.apply(self, argumentsFor(run, api, { held, first, form }));
  const [extend, remaining, quit] = [optional('extend'), optional('remaining'), optional('quit')];
  const token = optional('token');
  return {
    acquire: call(acquire[1], true),
    release: release === null ? releaseOf : call(release[1], false),
    extend: extend && call(extend, false),
    remaining: remaining && call(remaining, false),
    quit: quit && call(quit, true),
    token: token && ((held) => token.call(self, held)),
    form,
    found: `${called}${acquire[0]}, ${release?.[0] ?? 'release of what it returned'}`,
  };
}

/** Methods of a class, found on a new instance. */
function classIn(made: Any, api: object): Functions | null {
  const prototype = made.prototype as Exports | undefined;
  if (prototype === undefined || named(prototype, acquireNames) === null || named(prototype, releaseNames) === null)
    return null;
  const Made = made as unknown as new (...given: unknown[]) => Exports;
  const self = new Made(...argumentsFor(made, api, { held: undefined, first: true, form: 'class' }));
  return functionsIn(self, self, 'class', `new ${made.name || 'class'}: `);
}

/** The work is what the client does; the lock is left when it has done it. */
function withLockIn(withLock: Any): Functions {
  return {
    acquire: (api) =>
      new Promise((resolve, reject) => {
        let ended: Promise<unknown> = Promise.resolve();
        const work = (held: unknown): Promise<void> =>
          new Promise((leave) => resolve({ ...(isObject(held) ? held : {}), leave, ended: () => ended }));
        ended = Promise.resolve(withLock(api, work));
        ended.then(() => resolve(null), reject);
      }),
    release: async (_, held) => {
      const { leave, ended } = held as { leave: () => void; ended: () => Promise<unknown> };
      leave();
      await ended();
      return true;
    },
    form: 'with-lock',
    found: 'withLock',
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isClass = (value: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(value));

/** The names by which parameters of foreign locks are understood, in any case, without underscores. */
const understood: readonly (readonly [RegExp, (api: Api, held: unknown) => unknown])[] = [
  [/^(redis|client|redisclient|conn|connection|store|db|cache|r)$/, (api) => api.redis[0]],
  [/^(redises|clients|redisclients|nodes|servers|instances|connections|redisnodes)$/, (api) => api.redis],
  [/^(key|lockkey|resource|resourceid|name|lockname|lockid|id|path)$/, (api) => api.key],
  [/^(keys|resources)$/, (api) => [api.key]],
  [
    /^(ttl|ttlms|timeout|timeoutms|lease|leasetime|leasems|expire|expirems|expiry|expires|expiration|duration|ms|px|locktimeout|lockttl|locktime)$/,
    (api) => api.ttl,
  ],
  [/^(ttlsec|ttlseconds|seconds|expireseconds|ex|timeoutsec|timeoutseconds)$/, (api) => Math.ceil(api.ttl / 1000)],
  [
    /^(options|opts|config|settings|conf|args|params|parameters|input)$/,
    (api) => ({ ...api, client: api.redis[0], timeout: api.ttl, ttlMs: api.ttl, lockKey: api.key, resource: api.key }),
  ],
];

const heldNames =
  /^(held|lock|handle|token|value|lockvalue|owner|ownerid|identifier|uuid|uniqueid|lockid|secret|nonce)$/;

interface Api {
  readonly redis: readonly unknown[];
  readonly key: string;
  readonly ttl: number;
}

/**
 * A function of the documented form takes the lock's API, then what was acquired. Any other is called with what the names of
 * its parameters say. A release whose names say nothing, such as `(_, mutex)`, is of the documented form.
 */
function argumentsFor(
  run: Any,
  given: object,
  { held, first, form }: { readonly held: unknown; readonly first: boolean; readonly form: 'functions' | 'class' },
): unknown[] {
  const api = given as Api;
  const documented = first ? [api] : form === 'class' ? [held] : [api, held];
  const parameters = parametersOf(run);
  if (parameters === null || parameters.length === 0) return documented;
  if (parameters[0] === '{' || /^(api|lock|ctx|context|\$)$/.test(parameters[0] ?? '')) {
    if (first || form === 'functions') return documented;
  }
  const plains = parameters.map((name) => name.replace(/[_$.]/g, '').toLowerCase());
  const isUnderstood = plains.some((plain) => heldNames.test(plain) || understood.some(([names]) => names.test(plain)));
  if (!first && form === 'functions' && plains.length > 1 && !isUnderstood) return documented;
  return plains.map((plain, place) => {
    if (!first && heldNames.test(plain)) return held;
    const means = understood.find(([pattern]) => pattern.test(plain));
    if (means !== undefined) return means[1](api, held);
    if (/^(value|token|owner|ownerid|identifier|uuid|uniqueid|lockvalue|nonce|clientid|requestid)$/.test(plain))
      return ownerOf(api);
    if (/^(api|lock|ctx|context)$/.test(plain)) return api;
    return place === 0 && !first ? held : undefined;
  });
}

/** A value of one's own for locks that are handed it. The same for one client, as such code has it. */
const ownerOf = (_: Api): string => `${current().begun.me}-owner`;

/** By the text of the function: a life evaluates the same file anew, and an acquisition asks again. */
const knownParameters = new Map<string, readonly string[] | null>();

/** The names of a function's parameters. `{` is a pattern. Null: they cannot be read. */
function parametersOf(run: Any): readonly string[] | null {
  const text = Function.prototype.toString.call(run);
  const known = knownParameters.get(text);
  if (known !== undefined) return known;
  const parameters = parametersIn(text);
  knownParameters.set(text, parameters);
  return parameters;
}

function parametersIn(text: string): readonly string[] | null {
  const source = /^class\b/.test(text) ? (/\bconstructor\s*(\([\s\S]*)/.exec(text)?.[1] ?? '()') : text;
  const inside = parenthesised(source);
  if (inside === null) return null;
  return splitTop(inside)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') || part.startsWith('[') ? '{' : (/^\.{0,3}([\w$]+)/.exec(part)?.[1] ?? '{')));
}

/** What stands in the first parentheses, or the one bare parameter of an arrow. */
function parenthesised(source: string): string | null {
  const bare = /^(?:async\s+)?([\w$]+)\s*=>/.exec(source);
  if (bare !== null) return bare[1] ?? '';
  const from = source.indexOf('(');
  if (from < 0) return null;
  let depth = 0;
  for (let i = from; i < source.length; i++) {
    const sign = source[i];
    if (sign === '(' || sign === '{' || sign === '[') depth++;
    else if (sign === ')' || sign === '}' || sign === ']') depth--;
    if (depth === 0) return source.slice(from + 1, i);
  }
  return null;
}

function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] ?? '';
    if ('({['.includes(sign)) depth++;
    else if (')}]'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
