/** A module of which only a part exists: everything else is refused by its name. */
import { current } from './guestIncarnation';

export function refusing<Known extends object>(of: string, members: Known): Known {
  const whole: Known = new Proxy(members, {
    get: (_, name) => {
      if (typeof name !== 'string' || name === 'then') return undefined;
      // Every style of import gets this module.
      if (name === '__esModule') return true;
      if (name === 'default') return whole;
      if (Object.hasOwn(members, name)) return Reflect.get(members, name);
      throw current().refuse(`${of}.${name} is not simulated. Known are: ${Object.keys(members).join(', ')}.`);
    },
  });
  return whole;
}
