/** Events as in `node:events`. */
import { current, type GuestIncarnation } from './guestIncarnation';

type Listener = (...inputs: unknown[]) => unknown;

export class Emitter {
  private readonly listeners = new Map<string, Listener[]>();

  constructor(private readonly life: GuestIncarnation = current()) {}

  /** The methods of a connection, bound, so that they can be detached from it. */
  readonly methods: Record<string, (...inputs: unknown[]) => unknown> = {
    on: (name, listener) => this.on(String(name), listener as Listener),
    once: (name, listener) => this.once(String(name), listener as Listener),
    off: (name, listener) => this.off(String(name), listener as Listener),
    addListener: (name, listener) => this.on(String(name), listener as Listener),
    removeListener: (name, listener) => this.off(String(name), listener as Listener),
    removeAllListeners: () => this.listeners.clear(),
  };

  on(name: string, listener: Listener): this {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
    return this;
  }

  once(name: string, listener: Listener): this {
    const only: Listener = (...inputs) => {
      this.off(name, only);
      return listener(...inputs);
    };
    return this.on(name, only);
  }

  off(name: string, listener: Listener): this {
    this.listeners.set(
      name,
      (this.listeners.get(name) ?? []).filter((each) => each !== listener),
    );
    return this;
  }

  emit(name: string, ...inputs: unknown[]): boolean {
    const listeners = this.listeners.get(name) ?? [];
    for (const listener of listeners) this.life.callBack(() => listener(...inputs));
    return listeners.length > 0;
  }

  addListener(name: string, listener: Listener): this {
    return this.on(name, listener);
  }

  removeListener(name: string, listener: Listener): this {
    return this.off(name, listener);
  }

  removeAllListeners(): this {
    this.listeners.clear();
    return this;
  }

  listenerCount(name: string): number {
    return (this.listeners.get(name) ?? []).length;
  }
}
