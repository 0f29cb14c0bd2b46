/** The standard space of every lock with every check that goes with it: two clients, one round each, one fault. */
import { type Space, spaceOf } from '../measured/explorer';
import { parseScenario, parts } from '../measured/simulator';
import { faultlessRedlock } from './faultlessRedlock';

interface NamedSpace {
  readonly name: string;
  readonly space: Space;
}

export const everySpace = (): readonly NamedSpace[] =>
  [...parts.locks.keys()].flatMap((lock) =>
    [...parts.resources.keys()].flatMap((check) => {
      const parsed = parseScenario({ ...faultlessRedlock, lock: { id: lock }, storage: { id: check } }, parts);
      return parsed.ok ? [{ name: `${lock} with ${check}`, space: spaceOf(parsed.scenario, parts) }] : [];
    }),
  );
