/**
 * Replaces a function of Node: by the client's own while the code of a client runs, by Node's otherwise. A
 * replacement can be undone.
 */
import { createRequire } from 'node:module';
import { currentProcess } from '../../realm/guest/guestIncarnation';

// biome-ignore lint/suspicious/noExplicitAny: it stands for any function of Node.
export type Any = (...inputs: any[]) => any;

/** Node's real modules, whose functions can be replaced. */
export const builtin = createRequire(process.execPath);

/** Returns a function that is the simulated one only for the code of a client. */
export function forClients<F extends Any>(real: F, simulated: Any): F {
  const both = function (this: unknown, ...inputs: unknown[]): unknown {
    return currentProcess() === null ? real.apply(this, inputs) : simulated.apply(this, inputs);
  };
  return Object.assign(both, real) as unknown as F;
}

/**
 * Replaces functions of a module or of the global object by name. A function that this version of Node lacks stays
 * absent.
 */
export function replaceIn(owner: object, simulated: Readonly<Record<string, Any>>): void {
  const functions = owner as Record<string, unknown>;
  for (const [name, run] of Object.entries(simulated)) {
    const real = functions[name];
    if (typeof real === 'function') set(owner, name, forClients(real as Any, run));
  }
}

/** The functions that undo the replacements of this thread, in the order of replacing. */
let undoing: (() => void)[] = [];

export const set = (owner: object, name: string, value: unknown): void =>
  define(owner, name, { value, writable: true, configurable: true, enumerable: true });

export function define(owner: object, name: string, ours: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, ours);
  undoing.push(() => {
    const now = Object.getOwnPropertyDescriptor(owner, name);
    // Another module has replaced it since then.
    if (now?.value !== ours.value || now?.get !== ours.get) return;
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  });
}

/** Registers an undo for a change that client code causes while it runs. It is undone with the rest. */
export const onRestore = (undo: () => void): void => void undoing.push(undo);

export function restore(): void {
  for (const undo of undoing.toReversed()) undo();
  undoing = [];
}
