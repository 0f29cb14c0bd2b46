/** A lock as people publish it, the smallest break of it, and code that holds in the same run. */
import type { Fault } from '../../../core/model/scenario/fault';
import type { Scenario, Settings } from '../../../core/model/scenario/scenario';
import type { Harm, Severity } from '../../../core/model/trace/severity';
import type { Text } from '../../../core/model/values/text';
import { uncontendedScenario } from '../attackScenario';
import type { Template } from '../templates/template';

/** Its `about` says what its authors intended and what is wrong. */
export interface BrokenLock extends Template {
  readonly guard: 'none' | 'own';
  /** How the clients of its run differ from those of any reader's lock. */
  readonly world: Partial<Settings>;
  /** The faults of its smallest break. `calm`: it breaks without a fault. */
  readonly faults: Fault | 'calm';
  readonly harm: Harm;
  /** The same lock, changed so that it holds in the same run. */
  readonly fixedCode: string;
  /** The outcome of the fixed lock, where it does not simply hold. */
  readonly fixedOutcome?: Severity;
  /** What was changed, and why that suffices. */
  readonly fix: Text;
}

/** The run in which it breaks, to be played with the lock of the page. */
export function breakOf({ world, faults, harm }: BrokenLock): Scenario {
  const faultless = uncontendedScenario({ nodes: 1, ttl: 2000, token: false });
  return {
    ...faultless,
    settings: { ...faultless.settings, ...world },
    faults: faults === 'calm' ? {} : { [faults.kind]: faults },
    harm,
  };
}

/** Deletes a key only if it still has the owner's value. */
export const compareAndDelete = `const compareAndDelete = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0\`;
`;

/** A release that uses it. */
export const releaseOwn = `export async function release({ redis, key }: Lock, { value }: Held): Promise<boolean> {
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`;
