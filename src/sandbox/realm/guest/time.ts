/** The clocks and timers of a client, in place of the realm's own. */
import { current } from './guestIncarnation';

const wallMs = (): number => Math.floor(current().host.now() / 1000);
const monoMs = (): number => current().host.mono() / 1000;

const RealDate = Date;

class SimulatedDate extends RealDate {
  constructor(...values: unknown[]) {
    if (values.length === 0) super(wallMs());
    else super(...(values as [number]));
  }

  static override now(): number {
    return wallMs();
  }
}

/** What `setTimeout` returns, as in Node. */
class Timer {
  private requestId = 0;

  constructor(
    private readonly run: () => unknown,
    private readonly ms: number,
    private readonly repeats: boolean,
  ) {
    this.arm();
  }

  private arm(): void {
    const life = current();
    this.requestId = life.askBack('sleep', String(this.ms), () => {
      this.requestId = 0;
      if (this.repeats) this.arm();
      life.callBack(this.run);
    });
  }

  close(): this {
    if (this.requestId !== 0) current().drop(this.requestId);
    this.requestId = 0;
    return this;
  }

  refresh(): this {
    this.close();
    this.arm();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

const within = (ms: unknown): number => {
  const number = Number(ms);
  return number >= 1 && number <= 0x7fffffff ? number : 1;
};

const setTimer =
  (repeats: boolean) =>
  (run: (...values: unknown[]) => unknown, ms?: unknown, ...values: unknown[]): Timer => {
    if (typeof run !== 'function') throw new TypeError('The "callback" argument must be of type function.');
    return new Timer(() => run(...values), within(ms), repeats);
  };

const clear = (timer: unknown): void => {
  if (timer instanceof Timer) timer.close();
};

export const sleep = async (ms: unknown, value?: unknown): Promise<unknown> => {
  await current().ask('sleep', String(Math.max(0, Number(ms) || 0))).answer;
  return value;
};

export const clock = { now: wallMs, mono: monoMs };

/** A whole number of nanoseconds, as in `process.hrtime.bigint`. */
export const monoNs = (): bigint => BigInt(Math.floor(current().host.mono())) * 1000n;

export const timers = {
  // Called without `new`, it is the time as a text.
  Date: new Proxy(SimulatedDate, { apply: () => String(new SimulatedDate()) }),
  performance: { now: monoMs, timeOrigin: 0 },
  setTimeout: setTimer(false),
  setInterval: setTimer(true),
  setImmediate: (run: (...values: unknown[]) => unknown, ...values: unknown[]): Timer =>
    new Timer(() => run(...values), 0, false),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
  queueMicrotask: (run: () => unknown): void => {
    const life = current();
    void Promise.resolve().then(() => life.callBack(run));
  },
};
