/**
 * The code of a lock shares Array, Map, Promise and the like with the simulator and the judge of its thread. Code
 * that replaced one of their methods could hide a break, so these cannot be replaced: the code gets a TypeError at
 * its line.
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

/** Not frozen, since people add their own methods to them. */
const grows: ReadonlySet<string> = new Set(['Object', 'String']);

/** For good; only for a thread of its own. */
export function lockDown(): void {
  for (const name of shared) {
    const value = (globalThis as Record<string, unknown>)[name] as { readonly prototype?: object };
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
    if (name === 'Array') giveOver(Array.prototype, seldom);
    Object.freeze(value);
    if (value.prototype !== undefined && !grows.has(name)) Object.freeze(value.prototype);
  }
  Object.preventExtensions(Object.prototype);
  keepMethods(String.prototype);
  keepMethods(Function.prototype, ['call', 'apply']);
  for (const each of iterators()) Object.freeze(each);
  for (const each of ports()) Object.freeze(each);
  hide();
}

/**
 * Names that clients of Redis set on their own arrays. An array may have such a property; the prototype keeps its
 * method.
 */
const seldom = ['flat', 'at', 'fill', 'keys'] as const;

function giveOver(of: object, names: readonly string[]): void {
  for (const name of names) {
    const { value } = Object.getOwnPropertyDescriptor(of, name) ?? {};
    Object.defineProperty(of, name, {
      get: () => value,
      set(this: object, own: unknown) {
        if (this === of) throw new TypeError(`Cannot replace ${name} of all arrays.`);
        Object.defineProperty(this, name, { value: own, writable: true, configurable: true, enumerable: true });
      },
    });
  }
}

function keepMethods(of: object, names: readonly PropertyKey[] = Reflect.ownKeys(of)): void {
  for (const name of names) {
    const { value } = Object.getOwnPropertyDescriptor(of, name) ?? {};
    if (typeof value === 'function' && name !== 'constructor')
      Object.defineProperty(of, name, { writable: false, configurable: false });
  }
}

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;

/** The prototypes that `for … of`, `await` and generators use, and those that all typed arrays share. */
function* iterators(): Iterable<object> {
  for (const one of [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator]()])
    yield prototypeOf(one);
  yield prototypeOf(prototypeOf([].values()));
  const made = function* (): Generator<never> {};
  yield prototypeOf(made);
  yield prototypeOf(prototypeOf(made()));
  const typed = prototypeOf(Uint8Array) as { readonly prototype: object };
  yield* [typed, typed.prototype];
}

/** The prototypes through which messages arrive. */
function* ports(): Iterable<object> {
  for (let of: object = MessagePort.prototype; of !== Object.prototype; of = prototypeOf(of)) yield of;
  yield Event.prototype;
}

/** Hides what gives access to the thread's own channel and handles. */
function hide(): void {
  const threads = builtin('node:worker_threads') as Record<string, unknown>;
  threads['parentPort'] = null;
  threads['workerData'] = null;
  for (const name of ['_getActiveHandles', '_getActiveRequests', 'binding', '_linkedBinding'])
    Object.defineProperty(process, name, { value: undefined, writable: false, configurable: false });
}
