/**
 * Globals that a client's code makes, such as a client of Redis on `globalThis`. Each life has its own, as each
 * process would.
 */
import { currentProcess, type GuestIncarnation } from '../../realm/guest/guestIncarnation';
import { onRestore } from './replace';

const globalsOf = new WeakMap<GuestIncarnation, Map<string | symbol, unknown>>();

function ofLiving(): Map<string | symbol, unknown> | null {
  const life = currentProcess();
  if (life === null) return null;
  const globals = globalsOf.get(life) ?? new Map();
  globalsOf.set(life, globals);
  return globals;
}

/**
 * A name that the global object lacks is looked up in its prototype, so nothing has to be moved when another life
 * goes on.
 */
export function patchGlobals(): void {
  const before: object = Object.getPrototypeOf(globalThis);
  const own = new Proxy(before, {
    has: (_, name) => ofLiving()?.has(name) === true || Reflect.has(before, name),
    get: (_, name, receiver) => {
      const globals = ofLiving();
      return globals?.has(name) ? globals.get(name) : Reflect.get(before, name, receiver);
    },
    set: (_, name, value, receiver) => {
      const globals = receiver === globalThis ? ofLiving() : null;
      if (globals === null) return Reflect.set(before, name, value, receiver);
      globals.set(name, value);
      return true;
    },
  });
  Object.setPrototypeOf(globalThis, own);
  onRestore(() => {
    if (Object.getPrototypeOf(globalThis) === own) Object.setPrototypeOf(globalThis, before);
  });
}
