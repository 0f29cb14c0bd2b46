/** The forms in which people write locks, unified into one: functions that acquire and release. */
import { type Any, type Api, argumentsFor, awaited, calledAs, NoForm, parametersOf } from './parameters';

export interface Functions {
  readonly acquire: (api: Api) => unknown;
  readonly release: (api: Api, held: unknown) => unknown;
  readonly extend?: ((api: Api, held: unknown) => unknown) | undefined;
  readonly remaining?: ((api: Api, held: unknown) => unknown) | undefined;
  readonly quit?: ((api: Api) => unknown) | undefined;
  /** The fencing token of what was acquired. */
  readonly token?: ((held: unknown) => unknown) | undefined;
  readonly form: 'functions' | 'class' | 'with-lock';
  /** The names that were recognized, for a sentence. */
  readonly found: string;
}

type Exports = Record<string, unknown>;

/**
 * The documented names come first. Others are recognized by their words: `acquireRedisLock`, `tryLock`,
 * `releaseLock`.
 */
const acquireNames = [
  /^acquire$/,
  /^lock$/,
  /^(try|do)?_?(acquire|obtain|take|get|grab)?_?\w*lock$/i,
  /^(try_?)?(acquire|obtain)\w*$/i,
];
const releaseNames = [/^release$/, /^unlock$/, /^(un|free|release|drop|give)_?\w*lock$/i, /^(release|free)\w*$/i];
const withLockNames = [/^withLock$/, /^using$/, /^(with|using|run|execute|do)_?\w*(lock|mutex|exclusive)\w*$/i];
const factoryNames = /^(default|(create|make|build|new|get)_?\w*(lock|locker|mutex)\w*)$/i;
const noAcquire = /^(un|release|free|drop|give|is|has|with|extend|renew|refresh|using)/i;

/** Finds the lock in what a file exports. Throws `NoForm`. */
export function formOf(exports: Exports, api: Api): Functions {
  const values = candidates(exports);
  for (const value of values) {
    if (isObject(value)) {
      const functions = functionsIn(value, { self: value, form: 'functions', api });
      if (functions !== null) return functions;
    }
  }
  for (const value of values) {
    if (!isFunction(value)) continue;
    const made = classIn(value, api) ?? functionsIn(value, { self: value, form: 'class', api });
    if (made !== null) return made;
  }
  for (const value of values) {
    const found = isFunction(value) ? ofFunction(value, api) : isObject(value) ? value : null;
    const work = found === null ? null : named(found, withLockNames);
    if (found !== null && work !== null) return withLockIn(work[1], { self: found, name: work[0], api });
  }
  for (const value of values) {
    const made = isFunction(value) ? classIn(value, api, []) : null;
    if (made !== null) return made;
  }
  const made = factoryIn(exports, api);
  if (made !== null) return made;
  const names = Object.keys(exports).filter((name) => name !== 'settings' && name !== '__esModule');
  const seen = names.length === 0 ? 'It exports nothing.' : `It exports ${names.join(', ')}.`;
  throw new NoForm(
    `No lock was found. ${seen} Wanted: functions acquire and release, or a class with these methods, or withLock(lock, work).`,
  );
}

/** The exports object itself, then each export. */
const candidates = (exports: Exports): readonly unknown[] => [
  exports,
  exports['default'],
  ...Object.entries(exports).flatMap(([name, value]) => (name === 'default' || name === 'settings' ? [] : [value])),
];

function named(object: object, patterns: readonly RegExp[]): [string, Any] | null {
  const names = namesOf(object).filter((name) => isNamed(name, patterns));
  for (const pattern of patterns)
    for (const name of names) {
      const value: unknown = pattern.test(name) ? Reflect.get(object, name) : undefined;
      if (isFunction(value) && !isClass(value)) return [name, value];
    }
  return null;
}

const isNamed = (name: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(name)) && (patterns !== acquireNames || !noAcquire.test(name));

/**
 * The names of functions that each instance of a class gets in its fields, `acquire = async () => {}`, from the text
 * of the class.
 */
const fieldsOf = (made: Any): readonly string[] =>
  isClass(made)
    ? [...String(made).matchAll(/\b(\w+)"?\s*[=,]\s*(?:async\b\s*)?(?:function\b|\w+\s*=>|\([^()]*\)\s*=>)/g)].map(
        ([, name = '']) => name,
      )
    : [];

/** Includes those of a class's methods. */
function namesOf(object: object): readonly string[] {
  const names = new Set<string>();
  for (let at: object | null = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name);
  return [...names];
}

/** Many locks return their release together with the lock, or nothing but the release. */
function releaseOf(_: object, held: unknown): unknown {
  if (isFunction(held)) return awaited(held, (given) => held(...given), [undefined]);
  const own = isObject(held) ? (named(held, releaseNames) ?? disposed(held)) : null;
  if (own === null)
    throw new NoForm('There is no release: neither a function of that name, nor one in what acquire returned.');
  return own[1].call(held);
}

/** What `await using` would call. */
function disposed(held: object): [string, Any] | null {
  for (const kind of ['asyncDispose', 'dispose']) {
    const name: unknown = Reflect.get(Symbol, kind);
    const run: unknown = typeof name === 'symbol' ? Reflect.get(held, name) : undefined;
    if (isFunction(run)) return [kind, run];
  }
  return null;
}

interface Methods {
  readonly self: object;
  readonly form: 'functions' | 'class';
  readonly api: Api;
  /** How the instance was made. */
  readonly made?: string;
}

function functionsIn(object: object, { self, form, api, made = '' }: Methods): Functions | null {
  const acquire = named(object, acquireNames);
  const release = named(object, releaseNames);
  if (acquire === null) return null;
  // A static method of a class may return something with a release.
  if (release === null && isFunction(object) && !isClass(object)) return null;
  const others = parametersOf(acquire[1]) ?? [];
  const optional = (name: string): Any | undefined => {
    const value: unknown = Reflect.get(object, name);
    return isFunction(value) ? value : undefined;
  };
  const call = (run: Any, role: 'acquire' | 'release') => (asked: Api, held?: unknown) =>
    awaited(run, (given) => run.apply(self, [...given]), argumentsFor(run, asked, held, { role, form, others }));
  const [extend, remaining, quit] = [optional('extend'), optional('remaining'), optional('quit')];
  const token = optional('token');
  // A parameter without a meaning must be found here, not in the middle of a run.
  const asked = argumentsFor(acquire[1], api, undefined, { role: 'acquire', form });
  if (release !== null) argumentsFor(release[1], api, undefined, { role: 'release', form, others });
  return {
    acquire: call(acquire[1], 'acquire'),
    release: release === null ? releaseOf : call(release[1], 'release'),
    extend: extend && call(extend, 'release'),
    remaining: remaining && call(remaining, 'release'),
    quit: quit && call(quit, 'acquire'),
    token: token && ((held) => token.call(self, held)),
    form,
    found: `${made}${calledAs(acquire[0], asked, api)}, ${release?.[0] ?? 'release of what it returned'}`,
  };
}

/** Methods of a class, found on a new instance. Without names for release, the value that acquire returns has it. */
function classIn(made: Any, api: Api, releases: readonly RegExp[] = releaseNames): Functions | null {
  const prototype = prototypeOf(made);
  const methods = [...namesOf(prototype), ...fieldsOf(made)];
  const has = (patterns: readonly RegExp[]): boolean =>
    patterns.length === 0 || methods.some((name) => isNamed(name, patterns));
  if (!has(acquireNames) || !has(releases)) return null;
  const self = newOne(made, api);
  return functionsIn(self, { self, form: 'class', api, made: `new ${made.name || 'class'}: ` });
}

/** A class with a method that takes the work: an instance of it, unless the method is static. */
function ofFunction(made: Any, api: Api): object {
  return named(prototypeOf(made), withLockNames) === null ? made : newOne(made, api);
}

/** A function that makes the lock. It is called if no export is a lock. */
function factoryIn(exports: Exports, api: Api): Functions | null {
  for (const [name, make] of Object.entries(exports)) {
    if (!factoryNames.test(name) || !isFunction(make) || isClass(make)) continue;
    const self = make(...argumentsFor(make, api, undefined, { role: 'make', form: 'functions' }));
    const made = `${make.name || name}(): `;
    const found = isObject(self) ? functionsIn(self, { self, form: 'class', api, made }) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The work is what the client does; the lock is released when the work is done. */
function withLockIn(withLock: Any, { self, name, api }: { self: object; name: string; api: Api }): Functions {
  const given = (asked: Api, work: Any): readonly unknown[] => {
    const found = argumentsFor(withLock, asked, undefined, { role: 'with', form: 'functions', work });
    return found.includes(work) ? found : [...found, work];
  };
  return {
    acquire: (asked) =>
      new Promise((resolve, reject) => {
        let ended: Promise<unknown> = Promise.resolve();
        const work: Any = (held) =>
          new Promise<void>((leave) => resolve({ ...(isObject(held) ? held : {}), leave, ended: () => ended }));
        ended = Promise.resolve(withLock.apply(self, [...given(asked, work)]));
        ended.then(() => resolve(null), reject);
      }),
    release: async (_, held) => {
      const { leave, ended } = held as { leave: () => void; ended: () => Promise<unknown> };
      leave();
      await ended();
      return true;
    },
    form: 'with-lock',
    found: calledAs(
      name,
      given(api, () => {}),
      api,
    ).replace(', callback)', ', work)'),
  };
}

const isObject = (value: unknown): value is Exports => typeof value === 'object' && value !== null;

const isFunction = (value: unknown): value is Any => typeof value === 'function';

const prototypeOf = (made: Any): object => made.prototype ?? {};

const newOne = (made: Any, api: Api): object =>
  Reflect.construct(made, argumentsFor(made, api, undefined, { role: 'make', form: 'class' }));

const isClass = (value: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(value));
