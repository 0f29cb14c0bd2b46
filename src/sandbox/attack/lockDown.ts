/**
 * The code of a lock shares Array, Map, Promise and the like with the simulator and the judge of its thread. Code
 * that replaced one of their methods could hide a break, so these cannot be replaced: the code gets a TypeError at
 * its line.
 *
 * Packages such as reflect-metadata and core-js add methods while they load. The first life's additions stay, for all
 * lives, except names that the language itself looks for, such as `then`.
 *
 * Libraries assign `toString`, `name` and `constructor` to objects of their own, so errors and the members of
 * Object.prototype stay as they are.
 */
import { builtin } from './patches/replace';

const shared = [
  'Array',
  'ArrayBuffer',
  'BigInt',
  'Boolean',
  'DataView',
  'Float64Array',
  'Int32Array',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'Reflect',
  'Set',
  'String',
  'Symbol',
  'Uint8Array',
  'Uint32Array',
  'WeakMap',
  'WeakSet',
] as const;

/**
 * For good; only for a thread of its own.
 *
 * @returns `close`, to be called when the file has been evaluated once: from then on, no member can be added
 */
export function lockDown(): () => void {
  const open: object[] = [...iterators(), EventTarget.prototype, Event.prototype];
  for (const name of shared) {
    const value = (globalThis as Record<string, unknown>)[name] as { readonly prototype?: object };
    const how = name === 'Promise' ? keepingOwn(value) : { value, writable: false };
    Object.defineProperty(globalThis, name, { ...how, configurable: false });
    for (const one of overridableMethods[name] ?? []) allowInstanceOverride(value.prototype as object, one, refuse);
    open.push(value);
    if (value.prototype !== undefined && name !== 'Object') open.push(value.prototype);
  }
  for (const one of ['addEventListener', 'removeEventListener'])
    allowInstanceOverride(EventTarget.prototype, one, ignore);
  for (const one of ['add', 'has', 'delete']) allowInstanceOverride(Set.prototype, one, ignore);
  Object.preventExtensions(Object.prototype);
  for (const name of ['call', 'apply'])
    Object.defineProperty(Function.prototype, name, { writable: false, configurable: false });
  keepNative(new Set(open));
  for (const each of open) keep(each);
  for (const each of ports()) Object.freeze(each);
  hide();
  const before = new Map(open.map((each) => [each, new Set(Reflect.ownKeys(each))]));
  return () => {
    for (const [each, names] of before) {
      for (const name of Reflect.ownKeys(each).filter((one) => !names.has(one))) {
        // A later life may assign it anew. core-js deletes it before it defines it.
        if (!isLookedFor(name)) Object.defineProperty(each, name, { configurable: false });
        else if (!Reflect.deleteProperty(each, name))
          throw new TypeError(`Cannot give ${String(name)} to all objects of a kind.`);
      }
      if (each !== String.prototype) Object.preventExtensions(each);
    }
  };
}

/** zone.js, and code that likes Bluebird, assign a Promise of their own: the native one stays, and they go on. */
const keepingOwn = (value: object): PropertyDescriptor => ({ get: () => value, set: () => {} });

const languageSymbols: ReadonlySet<unknown> = new Set([
  ...[Symbol.isConcatSpreadable, Symbol.hasInstance, Symbol.toPrimitive, Symbol.species],
  ...[Symbol.iterator, Symbol.asyncIterator],
]);

/** The language itself looks for it in objects that lack it: an index of a list, `then` in `await`, `toJSON`. */
const isLookedFor = (name: PropertyKey): boolean =>
  typeof name === 'symbol' ? languageSymbols.has(name) : /^(\d+|then|toJSON)$/.test(String(name));

/** Its members cannot be replaced. New ones may be added. */
function keep(of: object): void {
  for (const name of Reflect.ownKeys(of)) {
    const isField = 'value' in (Object.getOwnPropertyDescriptor(of, name) ?? {});
    Object.defineProperty(of, name, { configurable: false, ...(isField && { writable: false }) });
  }
}

/**
 * core-js and shimmer define an own function in place of a native one, which is as good: the native one stays, and
 * they go on. An assignment is an error.
 */
function keepNative(objects: ReadonlySet<object>): void {
  const { defineProperty, getOwnPropertyDescriptor } = Reflect;
  const define = Object.defineProperty;
  const methodOf = (of: object, name: PropertyKey): boolean => {
    const before = getOwnPropertyDescriptor(of, name);
    return before?.configurable === false && typeof (before.value ?? before.get) === 'function';
  };
  const value = (of: object, name: PropertyKey, how: PropertyDescriptor): unknown =>
    objects.has(of) && typeof (how?.value ?? how?.get) === 'function' && methodOf(of, name)
      ? of
      : define(of, name, how);
  defineProperty(Object, 'defineProperty', { value });
}

/**
 * Names that clients of Redis set on their own arrays, core-js on its own WeakMap, and es6-shim on a promise that it
 * tries. An object may have such a property; the prototype keeps its own.
 */
const overridableMethods: Readonly<Record<string, readonly string[]>> = {
  Array: ['flat', 'at', 'fill', 'keys'],
  Promise: ['constructor'],
  WeakMap: ['get', 'has', 'set'],
};

function allowInstanceOverride(of: object, name: string, replace: (name: string) => void): void {
  const { value } = Object.getOwnPropertyDescriptor(of, name) ?? {};
  Object.defineProperty(of, name, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === of) replace(name);
      else Object.defineProperty(this, name, { value: own, writable: true, configurable: true, enumerable: true });
    },
  });
}

function refuse(name: string): void {
  throw new TypeError(`Cannot replace ${name} of all objects of a kind.`);
}

/** zone.js assigns listeners of its own, and es6-shim methods of sets: the native ones stay, and they go on. */
const ignore = (): void => {};

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;

/** The prototypes that `for … of`, `await` and generators use, and those that all typed arrays share. */
function* iterators(): Iterable<object> {
  for (const one of [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator]()])
    yield prototypeOf(one);
  yield prototypeOf(prototypeOf([].values()));
  const generator = function* (): Generator<never> {};
  yield prototypeOf(generator);
  yield prototypeOf(prototypeOf(generator()));
  const typed = prototypeOf(Uint8Array) as { readonly prototype: object };
  yield* [typed, typed.prototype];
}

/** The prototypes through which messages arrive. What they inherit from EventTarget cannot be hidden by more. */
function* ports(): Iterable<object> {
  for (let of: object = MessagePort.prototype; of !== EventTarget.prototype; of = prototypeOf(of)) yield of;
}

/** Hides what gives access to the thread's own channel and handles. */
function hide(): void {
  const threads = builtin('node:worker_threads') as Record<string, unknown>;
  threads['parentPort'] = null;
  threads['workerData'] = null;
  for (const name of ['_getActiveHandles', '_getActiveRequests', 'binding', '_linkedBinding'])
    Object.defineProperty(process, name, { value: undefined, writable: false, configurable: false });
}
