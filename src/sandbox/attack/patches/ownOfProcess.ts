/** Properties of `process` that libraries replace, such as `signal-exit` and `graceful-fs`: each life has its own. */
import { currentProcess, type GuestIncarnation } from '../../realm/guest/guestIncarnation';
import { define } from './replace';

const names = ['emit', 'reallyExit', 'cwd', 'chdir', '__signal_exit_emitter__'] as const;

export function patchOwnOfProcess(): void {
  for (const name of names) {
    const values = new WeakMap<GuestIncarnation, { readonly value: unknown }>();
    let shared: unknown = Reflect.get(process, name);
    define(process, name, {
      get: () => {
        const life = currentProcess();
        const own = life === null ? undefined : values.get(life);
        return own === undefined ? shared : own.value;
      },
      set: (value: unknown) => {
        const life = currentProcess();
        if (life === null) shared = value;
        else values.set(life, { value });
      },
      configurable: true,
      enumerable: true,
    });
  }
}
