/**
 * Promises that reject without a handler. QuickJS does not report them, so they are counted by their reasons: each
 * known rejection adds one, and each promise that is awaited or gets a handler subtracts its own. What is left when
 * the code rests ends the process, as in Node. Not detected: an error that is also handled elsewhere. QuickJS does not
 * await the end of an async generator that `for await` leaves by `break`, so an error of its `finally` ends the client
 * even inside a `try`; the message says so, and that `attack` answers as Node does.
 */

const Native = Promise;
const nativeThen = Native.prototype.then;

const counts = new Map<unknown, number>();
const handled = new WeakSet<object>();
const reported = new WeakSet<object>();
/** True while our own code looks at a promise, which must not count as handling it. */
let isOurs = false;
let reportOutside = (): void => {};

/** Called with what an async function of the reader's throws. */
export function thrown<Reason>(reason: Reason): Reason {
  if (counts.size === 0) reportOutside();
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return reason;
}

/** Called with what an async function of the reader's returns: if that rejects, the function's own promise rejects. */
export function returned<Value>(value: Value): Value {
  if (value instanceof Native) whenRejected(value, thrown);
  return value;
}

/** Returns the reasons that nobody has handled, each only once. */
export function takeUnhandled(): readonly unknown[] {
  const reasons = [...counts.keys()];
  counts.clear();
  return reasons;
}

/** @param report called when the first reason comes, before anything is known to handle it */
export function watchPromises(report: () => void): void {
  reportOutside = report;
  function then(this: object, ...callbacks: unknown[]): Promise<unknown> {
    handle(this);
    return watchedPromise(quietly(() => Reflect.apply(nativeThen, this, callbacks)));
  }
  Object.defineProperty(Native.prototype, 'then', { value: then, writable: true, configurable: true });
  // `await` does not call `then`. It reads this property, as do `Promise.all` and others.
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
      value: function (this: object, ...values: unknown[]) {
        return watchedPromise(Reflect.apply(original, this === Watched ? Native : this, values));
      },
    });
  }
  const { resolve } = Native;
  // A promise that is passed in is returned unchanged, and this does not handle it.
  const resolved = function (this: object, ...values: unknown[]): unknown {
    return quietly(() => Reflect.apply(resolve, this === Watched ? Native : this, values));
  };
  Object.defineProperty(Native, 'resolve', { value: resolved, writable: true, configurable: true });
  globalThis.Promise = Watched;
  watchGenerators();
}

/** The `Promise` that the code uses. The engine itself uses the native one. */
const Watched: PromiseConstructor = new Proxy(Native, {
  construct: (promiseClass, values, target) =>
    watchedPromise<Promise<unknown>>(
      Reflect.construct(promiseClass, values, target === Watched ? promiseClass : target),
    ),
});

/** Only these promises report what an async generator throws. `for await` and `yield*` use these methods, too. */
function watchGenerators(): void {
  const { prototype } = Object.getPrototypeOf(async function* () {});
  for (const name of ['next', 'return', 'throw'] as const) {
    const original = prototype[name];
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value: function (this: object, ...values: unknown[]) {
        return watchedPromise<Promise<unknown>>(Reflect.apply(original, this, values));
      },
    });
  }
}

function watchedPromise<P extends Promise<unknown>>(promise: P): P {
  if (!reported.has(promise)) whenRejected(promise, thrown);
  reported.add(promise);
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
