/** A lock as people publish it, with the smallest thing that breaks it and the code that holds in that same run. */
import type { Fault } from '../../../core/model/fault';
import type { Scenario, Settings } from '../../../core/model/scenario';
import type { Text } from '../../../core/model/text';
import type { Outcome } from '../../../core/model/verdict';
import { scenarioApart } from '../attackScenario';
import type { Template } from '../templates/template';

/** Its `about` says what people mean by it, and what is wrong. */
export interface BrokenLock extends Template {
  readonly guard: 'none' | 'own';
  /** Where the clients of its run differ from those of any reader's lock. */
  readonly world: Partial<Settings>;
  /** Of its smallest break. `calm`: it breaks without any. */
  readonly faults: Fault | 'calm';
  readonly harm: Outcome;
  /** The same lock, and it holds in the same run. */
  readonly mended: string;
  /** What is left of the harm, where the mended one does not simply hold. */
  readonly mendedIs?: Outcome;
  /** What was changed, and why that is enough. */
  readonly mend: Text;
}

/** The run in which it breaks. The lock of the page takes the place of its lock. */
export function breakOf({ world, faults }: BrokenLock): Scenario {
  const calm = scenarioApart({ nodes: 1, ttl: 2000, token: false });
  return {
    ...calm,
    settings: { ...calm.settings, ...world },
    faults: faults === 'calm' ? {} : { [faults.kind]: faults },
  };
}

/** Deletes a key only where it still has one's own value. */
export const compareAndDelete = `const compareAndDelete = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0\`;
`;

/** A release that uses it. */
export const releaseOwn = `export async function release({ redis, key }: Lock, { value }: Held): Promise<boolean> {
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`;
