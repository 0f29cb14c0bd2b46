/** A module of which only a part exists: everything else is refused by its name. */
import { current } from './guestLife';

export function refusing<Known extends object>(of: string, known: Known): Known {
  const whole: Known = new Proxy(known, {
    get: (_, name) => {
      if (typeof name !== 'string' || name === 'then') return undefined;
      // Every style of import gets this module.
      if (name === '__esModule') return true;
      if (name === 'default') return whole;
      if (Object.hasOwn(known, name)) return Reflect.get(known, name);
      throw current().refuse(`${of}.${name} is not simulated. Known are: ${Object.keys(known).join(', ')}.`);
    },
  });
  return whole;
}
