/** The forms in which people write locks, unified into one: functions that acquire and release. */
import type { CallVariants } from '../../own/host';
import { argumentsOf, calledAs, type Given, type Values, type Way, waysOf } from './candidates';
import { workNames } from './meanings';
import { type Any, type Api, awaited, NoForm, parametersOf } from './parameters';
import { nameAsWritten } from './writtenNames';

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
  /** How release is called, for a sentence. Empty: by what acquire returned. @param held what was acquired */
  readonly releasedAs: (api: Api, held: unknown) => string;
  /** In how many ways they may be called. */
  readonly ways: CallVariants;
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
  /^(seize|claim|grab|hold|reserve|enter)([_A-Z]\w*)?$/,
];
const releaseNames = [
  /^release$/,
  /^unlock$/,
  /^(un|free|release|drop|give)_?\w*lock$/i,
  /^(release|free)\w*$/i,
  /^(relinquish|surrender|letGo|giveBack|leave)([_A-Z]\w*)?$/,
];
const withLockNames = [
  /^withLock$/,
  /^using$/,
  /^(with|using|run|exec|execute|in|under|guard|protect|synchroni[sz]ed?)_?\w*(lock|mutex|exclusive|critical|leader)\w*$/i,
  /^(run)?_?(exclusive(ly)?|synchroni[sz]ed?|critical(section)?|guarded|protected|locked|mutex|protect|guard)$/i,
  /^lock(and|then)_?\w+$/i,
];
const factoryNames = /^(default|(create|make|build|new|get)_?\w*(lock|locker|mutex)\w*)$/i;
const noAcquire =
  /^(un|release|free|drop|give|is|has|with|extend|renew|refresh|using|(create|make|build|new)(?=[_A-Z]))/;

/** @param nth which of the ways counts: each function is called in the likeliest by 0 */
export function formOf(exports: Exports, api: Api, nth: CallVariants): Functions {
  const query = { api, nth };
  const entries = entriesOf(exports);
  const values = candidates(exports, entries);
  // The file’s own withLock is what its program calls; an instance beside it is what withLock is made of.
  const hasOwnWork = entries.some(
    ([name, value]) => isFunction(value) && !isClass(value) && isNamed(name, withLockNames),
  );
  const functions =
    first(values, (value) =>
      isObject(value) && (isPlain(value) || !hasOwnWork)
        ? functionsIn(value, { self: value, form: 'functions', ...query })
        : null,
    ) ??
    first(values, (value) =>
      isFunction(value)
        ? (classIn(value, query) ?? functionsIn(value, { self: value, form: 'class', ...query }))
        : null,
    ) ??
    first(values, (value) => workIn(value, query)) ??
    first(values, (value) => (isFunction(value) ? classIn(value, query, []) : null)) ??
    first(entries, ([name, value]) => factoryIn(name, value, query)) ??
    // Last, a function of any name that takes work.
    first(entries, ([name, value]) =>
      isFunction(value) && !isClass(value) && takesWork(value)
        ? withLockIn(value, { self: exports, name: name === 'default' ? nameOf(value) || name : name, ...query })
        : null,
    );
  if (functions !== null) return functions;
  const names = Object.keys(exports).filter((name) => name !== 'settings' && name !== '__esModule');
  const exportsText = names.length === 0 ? 'It exports nothing.' : `It exports ${names.join(', ')}.`;
  throw new NoForm(
    `${exportsText} Export functions acquire and release, or a class with these methods, or withLock(lock, work).`,
  );
}

/** Later ones are not looked at. */
function first<V>(values: readonly V[], find: (value: V) => Functions | null): Functions | null {
  for (const value of values) {
    const functions = find(value);
    if (functions !== null) return functions;
  }
  return null;
}

interface Asked {
  readonly api: Api;
  readonly nth: CallVariants;
}

/** The exports object itself, then each export. */
const candidates = (exports: Exports, entries: readonly Entry[]): readonly unknown[] => [
  exports,
  exports['default'],
  ...entries.flatMap(([name, value]) => (name === 'default' || name === 'settings' ? [] : [value])),
];

type Entry = readonly [name: string, value: unknown];

/** Each export, then those of the namespaces among them: `export * as locks from './locks'`. */
function entriesOf(exports: Exports): readonly Entry[] {
  const own = Object.entries(exports);
  const inside = own.flatMap(([name, value]) => (name !== 'settings' && isPlain(value) ? Object.entries(value) : []));
  return [...own, ...inside];
}

/** No instance of a class. */
const isPlain = (value: unknown): value is Exports =>
  isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));

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
  patterns.some((pattern) => pattern.test(name)) &&
  (patterns !== acquireNames || (!noAcquire.test(name) && !withLockNames.some((work) => work.test(name))));

/**
 * The names of functions that each instance of a class gets in its fields, `acquire = async () => {}`, from the text
 * of the class.
 */
const fieldsOf = (creator: Any): readonly string[] =>
  isClass(creator)
    ? [...String(creator).matchAll(/\b(\w+)"?\s*[=,]\s*(?:async\b\s*)?(?:function\b|\w+\s*=>|\([^()]*\)\s*=>)/g)].map(
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
  if (isFunction(held)) return awaited(held, (inputs) => held(...inputs), [undefined]);
  const own = isObject(held) ? (named(held, releaseNames) ?? disposed(held) ?? inTuple(held)) : null;
  if (own === null)
    throw new NoForm('There is no release: neither a function of that name, nor one in what acquire returned.');
  return own[1].call(held);
}

/** The function of `[acquired, release]`. */
function inTuple(held: object): [string, Any] | null {
  const run: unknown = Array.isArray(held) ? held.find(isFunction) : undefined;
  return isFunction(run) ? ['', run] : null;
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

interface Methods extends Asked {
  readonly self: object;
  readonly form: 'functions' | 'class';
  /** How the instance was made. */
  readonly construction?: string;
  /** How acquire is called. Absent: by its own ways. */
  readonly way?: Way;
  readonly ways?: number;
}

function functionsIn(
  object: object,
  { self, form, api, nth, construction = '', way, ways }: Methods,
): Functions | null {
  const acquire = named(object, acquireNames);
  const release = named(object, releaseNames);
  if (acquire === null) return null;
  const [name, run] = acquire;
  if (release === null && takesWork(run)) return null;
  // A static method of a class may return something with a release.
  if (release === null && isFunction(object) && !isClass(object)) return null;
  const optional = (other: string): Any | undefined => {
    const value: unknown = Reflect.get(object, other);
    return isFunction(value) ? value : undefined;
  };
  const acquiring = waysOf(run, { role: 'acquire', form });
  const acquired = way ?? nthOf(acquiring, nth.acquire);
  const givenTo = (callerApi: Api): readonly Given[] => {
    const values = argumentsOf(run, acquired, { api: callerApi });
    return parametersOf(run).map(({ plain }, index) => ({ plain, value: values[index] }));
  };
  const waysToCall = (other: Any): readonly Way[] => waysOf(other, { role: 'release', form, acquire: run });
  const valuesOf = (callerApi: Api, held: unknown): Values => ({
    api: callerApi,
    held,
    acquireArguments: givenTo(callerApi),
  });
  const call = (other: Any, wayOf: Way) => (callerApi: Api, held?: unknown) =>
    awaited(other, (inputs) => other.apply(self, [...inputs]), argumentsOf(other, wayOf, valuesOf(callerApi, held)));
  const released = release === null ? null : nthOf(waysToCall(release[1]), nth.release);
  const calling = (other: Any | undefined) => other && call(other, nthOf(waysToCall(other), 0));
  const [extend, remaining, quit] = [optional('extend'), optional('remaining'), optional('quit')];
  const token = optional('token');
  return {
    acquire: call(run, acquired),
    release: release === null || released === null ? releaseOf : call(release[1], released),
    extend: calling(extend),
    remaining: calling(remaining),
    quit: quit && call(quit, nthOf(waysOf(quit, { role: 'acquire', form }), 0)),
    token: token && ((held) => token.call(self, held)),
    form,
    found: `${construction}${calledAs(name, run, acquired, { api })}, ${release?.[0] ?? 'release of what it returned'}`,
    releasedAs: (callerApi, held) =>
      release === null || released === null
        ? ''
        : calledAs(release[0], release[1], released, valuesOf(callerApi, held)),
    ways: {
      acquire: ways ?? acquiring.length,
      release: release === null ? 1 : waysToCall(release[1]).length,
    },
  };
}

const nthOf = (ways: readonly Way[], nth: number): Way => ways[Math.min(nth, ways.length - 1)] ?? [];

/** The ways to make a lock with the ways to acquire it, the likeliest first. */
const both = (making: readonly Way[], acquiring: readonly Way[]): readonly (readonly [Way, Way])[] =>
  making
    .flatMap((make, one) => acquiring.map((acquire, other) => ({ ways: [make, acquire] as const, cost: one + other })))
    .sort((one, other) => one.cost - other.cost)
    .slice(0, 40)
    .map(({ ways }) => ways);

interface Maker {
  readonly name: string;
  readonly run: Any;
  readonly make: (inputs: readonly unknown[]) => unknown;
}

/** The functions of what a class or a factory makes. Null: that is no lock. */
function madeBy({ name, run, make }: Maker, { api, nth }: Asked, needsRelease: boolean): Functions | null {
  const making = waysOf(run, { role: 'make', form: 'class' });
  // What it makes in the likeliest way shows which functions there are.
  const likeliest = make(argumentsOf(run, nthOf(making, 0), { api }));
  if (!isObject(likeliest)) return null;
  const acquire = named(likeliest, acquireNames);
  if (acquire === null || (needsRelease && named(likeliest, releaseNames) === null)) return null;
  const ways = both(making, waysOf(acquire[1], { role: 'acquire', form: 'class' }));
  const [makingIt, way] = ways[Math.min(nth.acquire, ways.length - 1)] ?? [nthOf(making, 0), undefined];
  const self = nth.acquire === 0 ? likeliest : make(argumentsOf(run, makingIt, { api }));
  if (!isObject(self)) return null;
  return functionsIn(self, {
    self,
    form: 'class',
    api,
    nth,
    construction: `${name}: `,
    ...(way && { way }),
    ways: ways.length,
  });
}

/** Methods of a class, found on a new instance. Without names for release, the value that acquire returns has it. */
function classIn(creator: Any, query: Asked, releases: readonly RegExp[] = releaseNames): Functions | null {
  const prototype = prototypeOf(creator);
  const methods = [...namesOf(prototype), ...fieldsOf(creator)];
  const has = (patterns: readonly RegExp[]): boolean =>
    patterns.length === 0 || methods.some((name) => isNamed(name, patterns));
  if (!has(acquireNames) || !has(releases)) return null;
  const make = (inputs: readonly unknown[]): unknown => Reflect.construct(creator, [...inputs]);
  return madeBy({ name: `new ${nameOf(creator) || 'class'}`, run: creator, make }, query, releases.length > 0);
}

/** A function that makes the lock. It is called if no export is a lock. */
function factoryIn(name: string, run: unknown, query: Asked): Functions | null {
  if (!factoryNames.test(name) || !isFunction(run) || isClass(run)) return null;
  return madeBy({ name: `${nameOf(run) || name}()`, run, make: (inputs) => run(...inputs) }, query, false);
}

/** A function that is called with the work, a method of an object, or of an instance of a class. */
function workIn(value: unknown, query: Asked): Functions | null {
  if (isFunction(value) && !isClass(value) && isNamed(nameOf(value), withLockNames))
    return withLockIn(value, { self: value, name: nameOf(value), ...query });
  const own = isFunction(value) ? ofFunction(value, query.api) : isObject(value) ? value : null;
  if (own === null) return null;
  const work = named(own, withLockNames) ?? takingWork(own);
  return work === null ? null : withLockIn(work[1], { self: own, name: work[0], ...query });
}

/** A function `lock(key, work)`. */
function takingWork(object: object): [string, Any] | null {
  const one = named(object, acquireNames);
  return one !== null && takesWork(one[1]) ? one : null;
}

/** Whether a parameter is work, by its name or its type. A callback may also be how a function answers. */
const takesWork = (run: Any): boolean =>
  parametersOf(run).some(
    ({ plain, type, destructuredNames: inside }) =>
      (workNames.test(plain) && !/^(cb|callback|process|worker)$/.test(plain)) ||
      (type === 'function' && !/^(cb|callback|done|next)$/.test(plain)) ||
      inside.some((name) => /^(fn|work|task|job|handler|callback)$/.test(name)),
  );

/** A class with a method that takes the work: an instance of it, unless the method is static. */
function ofFunction(creator: Any, api: Api): object {
  if (named(prototypeOf(creator), withLockNames) === null) return creator;
  const [way = []] = waysOf(creator, { role: 'make', form: 'class' });
  return Reflect.construct(creator, [...argumentsOf(creator, way, { api })]);
}

interface WithLock extends Asked {
  readonly self: object;
  readonly name: string;
}

/** The work is what the client does; the lock is released when the work is done. */
function withLockIn(withLock: Any, { self, name, api, nth }: WithLock): Functions {
  const ways = waysOf(withLock, { role: 'with', form: 'functions' });
  const way = nthOf(ways, nth.acquire);
  const nothing = (): void => {};
  return {
    acquire: (callerApi) =>
      new Promise((resolve, reject) => {
        let ended: Promise<unknown> = Promise.resolve();
        const work: Any = (held) =>
          new Promise<void>((leave) => resolve({ ...(isObject(held) ? held : {}), leave, ended: () => ended }));
        ended = Promise.resolve(withLock.apply(self, [...argumentsOf(withLock, way, { api: callerApi, work })]));
        ended.then(() => resolve(null), reject);
      }),
    release: async (_, held) => {
      const { leave, ended } = held as { leave: () => void; ended: () => Promise<unknown> };
      leave();
      await ended();
      return true;
    },
    form: 'with-lock',
    found: calledAs(name, withLock, way, { api, work: nothing }),
    releasedAs: () => '',
    ways: { acquire: ways.length, release: 1 },
  };
}

const isObject = (value: unknown): value is Exports => typeof value === 'object' && value !== null;

const isFunction = (value: unknown): value is Any => typeof value === 'function';

const nameOf = ({ name }: Any): string => nameAsWritten(name);

const prototypeOf = (creator: Any): object => creator.prototype ?? {};

const isClass = (value: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(value));
