/**
 * Promises that reject and that nobody handles. QuickJS tells of none, so they are counted by what they are rejected with: each
 * rejection that is known counts one up, and each promise that somebody awaits, or hands a function to, counts its own one down.
 * What is left when the code rests ends the process, as in Node.
 */

const Native = Promise;
const nativeThen = Native.prototype.then;

const counts = new Map<unknown, number>();
const handled = new WeakSet<object>();
const seen = new WeakSet<object>();
/** Our own looks at a promise are no handling of it. */
let isOurs = false;
let tellOutside = (): void => {};

/** An async function of the reader's throws this. */
export function thrown<Reason>(reason: Reason): Reason {
  if (counts.size === 0) tellOutside();
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return reason;
}

/** An async function of the reader's returns this: what rejects it rejects the function's own promise. */
export function returned<Value>(value: Value): Value {
  if (value instanceof Native) whenRejected(value, thrown);
  return value;
}

/** The reasons that nobody has handled. They are told once. */
export function takeFloating(): readonly unknown[] {
  const reasons = [...counts.keys()];
  counts.clear();
  return reasons;
}

/** @param tell called when the first reason comes, before anything is known to handle it */
export function watchPromises(tell: () => void): void {
  tellOutside = tell;
  function then(this: object, ...given: unknown[]): Promise<unknown> {
    handle(this);
    return known(quietly(() => Reflect.apply(nativeThen, this, given)));
  }
  Object.defineProperty(Native.prototype, 'then', { value: then, writable: true, configurable: true });
  // `await` calls no `then`. It looks at this name, as `Promise.all` and others do.
  Object.defineProperty(Native.prototype, 'constructor', {
    configurable: true,
    get(this: object) {
      handle(this);
      return Native;
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, 'constructor', { value, writable: true, configurable: true });
    },
  });
  for (const name of ['all', 'allSettled', 'any', 'race', 'reject'] as const) {
    const original = Native[name];
    Object.defineProperty(Native, name, {
      configurable: true,
      writable: true,
      value: function (this: object, ...given: unknown[]) {
        return known(Reflect.apply(original, this === Watched ? Native : this, given));
      },
    });
  }
  const { resolve } = Native;
  // A promise that is handed in comes back, and is handled by nobody.
  const resolved = function (this: object, ...given: unknown[]): unknown {
    return quietly(() => Reflect.apply(resolve, this === Watched ? Native : this, given));
  };
  Object.defineProperty(Native, 'resolve', { value: resolved, writable: true, configurable: true });
  globalThis.Promise = Watched;
  watchGenerators();
}

/** The code makes a promise by this. The engine itself goes on with its own. */
const Watched: PromiseConstructor = new Proxy(Native, {
  construct: (made, given, target) =>
    known<Promise<unknown>>(Reflect.construct(made, given, target === Watched ? made : target)),
});

/** What an async generator throws, its reader learns from these promises alone. `for await` and `yield*` ask by these names, too. */
function watchGenerators(): void {
  const { prototype } = Object.getPrototypeOf(async function* () {});
  for (const name of ['next', 'return', 'throw'] as const) {
    const original = prototype[name];
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value: function (this: object, ...given: unknown[]) {
        return known<Promise<unknown>>(Reflect.apply(original, this, given));
      },
    });
  }
}

function known<P extends Promise<unknown>>(promise: P): P {
  if (!seen.has(promise)) whenRejected(promise, thrown);
  seen.add(promise);
  return promise;
}

function handle(promise: object): void {
  if (isOurs || handled.has(promise) || promise === Native.prototype) return;
  handled.add(promise);
  whenRejected(promise, (reason) => {
    const left = (counts.get(reason) ?? 0) - 1;
    if (left > 0) counts.set(reason, left);
    else counts.delete(reason);
  });
}

function whenRejected(promise: object, hear: (reason: unknown) => void): void {
  quietly(() => Reflect.apply(nativeThen, promise, [undefined, hear]));
}

function quietly<R>(run: () => R): R {
  const before = isOurs;
  isOurs = true;
  try {
    return run();
  } finally {
    isOurs = before;
  }
}
