/** The scenario in which a reader's lock is attacked: two clients that want one number changed. */
import { type Choice, defaultSettings, type Scenario } from '../model/scenario';
import { type OwnSettings, ownLockId } from './session';

/** @param scenario its world is kept, with this lock in place of its own. Null: the usual world. */
export function attackScenario({ nodes, ttl, token }: OwnSettings, scenario: Scenario | null = null): Scenario {
  const lock: Choice = { id: ownLockId, settings: { nodes, ttl, token } };
  if (scenario !== null) return { ...scenario, lock };
  return {
    version: 2,
    seed: 20,
    lock,
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 500,
      think: 300,
      work: 300,
      latency: 20,
      duration: 6000 + 2 * ttl,
      nodes: { ...defaultSettings.nodes, count: nodes },
    },
    faults: {},
  };
}
