/**
 * Promises that reject and that nobody handles. QuickJS tells of none, so they are counted by what they are rejected with: each
 * rejection that is known counts one up, and each promise that somebody awaits, or hands a function to, counts its own one down.
 * What is left when the code rests ends the process, as in Node.
 */

const Native = Promise;
const nativeThen = Native.prototype.then;

const counts = new Map<unknown, number>();
const handled = new WeakSet<object>();
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
  if (value instanceof Native) known(value);
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
  for (const name of ['all', 'any', 'race', 'reject'] as const) {
    const original = Native[name];
    Object.defineProperty(Native, name, {
      configurable: true,
      writable: true,
      value: function (this: object, ...given: unknown[]) {
        return known(Reflect.apply(original, this, given));
      },
    });
  }
}

function known<P extends Promise<unknown>>(promise: P): P {
  whenRejected(promise, thrown);
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
