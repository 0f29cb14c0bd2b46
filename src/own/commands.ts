/** Commands as a reader's code sends them → requests of the simulated Redis. */
import { command, type Request } from '../model/request';
import { nearestOf } from '../model/spelling';
import { knownNames } from '../sim/redis/commandGroups';
import type { Called } from './host';

/** A command that no simulated server knows. */
export class NotSimulated extends Error {}

const known: ReadonlySet<string> = new Set(knownNames);

/** @throws NotSimulated names the command, and those that are spelled nearly so */
export function requestsOf({ commands }: Called): readonly Request[] {
  return commands.map(([name = '', ...args]) => command(nameOf(name), ...args));
}

/** How many names are offered for one that is not known. */
const offeredMost = 3;

function nameOf(given: string | number): string {
  const name = String(given).toUpperCase();
  if (known.has(name)) return name;
  const near = nearestOf(name, knownNames).slice(0, offeredMost);
  const instead = near.length === 0 ? '' : ` Known are ${near.join(', ')}.`;
  throw new NotSimulated(`${name} is not simulated.${instead}`);
}
