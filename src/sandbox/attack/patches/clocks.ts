/** Node's clocks and timers: the code of a client gets those of its simulated client. */
import { promisify } from 'node:util';
import { current, currentProcess } from '../../realm/guest/guestIncarnation';
import { clock, monoNs, sleep, timers } from '../../realm/guest/time';
import { type Any, builtin, forClients, replaceIn, set } from './replace';

const timerNames = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
] as const;

export function patchClocks(): void {
  set(globalThis, 'Date', dateOfClients());
  patchTimers();
  patchTimerPromises();
  replaceIn(performance, { now: clock.mono });
  replaceIn(process, { uptime: () => clock.mono() / 1000 });
  patchHighResolution();
  set(AbortSignal, 'timeout', forClients(AbortSignal.timeout.bind(AbortSignal), abortAfter));
}

/** Equals the real `Date` except for the time. */
function dateOfClients(): DateConstructor {
  const Real = Date;
  function DateOfClients(this: unknown, ...inputs: unknown[]): unknown {
    const isNow = inputs.length === 0 && currentProcess() !== null;
    const date = Reflect.construct(Real, isNow ? [clock.now()] : inputs, new.target ?? Real);
    return new.target === undefined ? String(date) : date;
  }
  DateOfClients.prototype = Real.prototype;
  Object.setPrototypeOf(DateOfClients, Real);
  const now = (): number => (currentProcess() === null ? Real.now() : clock.now());
  Object.defineProperty(DateOfClients, 'name', { value: 'Date' });
  return Object.assign(DateOfClients, { now }) as unknown as DateConstructor;
}

function patchTimers(): void {
  const module = builtin('node:timers') as object;
  const simulated = timers as unknown as Record<string, Any>;
  for (const name of timerNames) {
    const both = forClients(globalThis[name] as Any, simulated[name] as Any);
    if (name === 'setTimeout' || name === 'setImmediate') Object.assign(both, { [promisify.custom]: waiting(name) });
    set(globalThis, name, both);
    set(module, name, both);
  }
}

/** `promisify(setTimeout)` is the function of `timers/promises`, which is patched as well. */
const waiting =
  (name: 'setTimeout' | 'setImmediate') =>
  (...inputs: unknown[]): unknown =>
    (builtin('node:timers/promises') as Record<string, Any>)[name]?.(...inputs);

function patchTimerPromises(): void {
  const module = builtin('node:timers/promises') as { scheduler: object };
  const setTimeout = (ms: unknown, value?: unknown, options?: { signal?: AbortSignal }): Promise<unknown> =>
    withSignal(sleep(Math.max(1, Number(ms) || 1), value), options?.signal);
  replaceIn(module, {
    setTimeout,
    setImmediate: (value?: unknown, options?: { signal?: AbortSignal }) => withSignal(sleep(0, value), options?.signal),
    setInterval: async function* (ms: unknown, value?: unknown) {
      for (;;) yield await setTimeout(ms, value);
    },
  });
  replaceIn(module.scheduler, {
    wait: (ms: unknown, options?: { signal?: AbortSignal }) => setTimeout(ms, undefined, options),
    yield: () => sleep(0),
  });
}

function withSignal(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (signal === undefined) return wait;
  return new Promise((resolve, reject) => {
    const abort = (): void =>
      reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    wait.then(resolve);
  });
}

function patchHighResolution(): void {
  const whole = 1_000_000_000n;
  const hrtime = (before?: readonly [number, number]): [number, number] => {
    const ns = monoNs() - (before === undefined ? 0n : BigInt(before[0]) * whole + BigInt(before[1]));
    return [Number(ns / whole), Number(ns % whole)];
  };
  const bigint = forClients(process.hrtime.bigint, monoNs);
  set(process, 'hrtime', Object.assign(forClients(process.hrtime as Any, hrtime), { bigint }));
}

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  const life = current();
  life.askBack('sleep', String(ms), () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  );
  return controller.signal;
}
