/** How a function of Node is replaced: by the client's own while the code of a client runs, and by Node's otherwise. */
import { createRequire } from 'node:module';
import { livingNow } from '../../realm/guest/life';

// biome-ignore lint/suspicious/noExplicitAny: it stands for any function of Node.
export type Any = (...given: any[]) => any;

/** The modules of Node themselves, whose functions can be replaced. */
export const builtin = createRequire(process.execPath);

/** A function that is the simulated one for the code of a client alone. */
export function forClients<F extends Any>(real: F, simulated: Any): F {
  const both = function (this: unknown, ...given: unknown[]): unknown {
    return livingNow() === null ? real.apply(this, given) : simulated.apply(this, given);
  };
  return Object.assign(both, real) as unknown as F;
}

/** Replaces functions of a module or of the global object by name. Those that this Node does not have stay absent. */
export function replaceIn(owner: object, simulated: Readonly<Record<string, Any>>): void {
  const functions = owner as Record<string, unknown>;
  for (const [name, run] of Object.entries(simulated)) {
    const real = functions[name];
    if (typeof real === 'function') set(owner, name, forClients(real as Any, run));
  }
}

export const set = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: true });
};
