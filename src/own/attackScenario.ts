/** The scenarios in which a reader's lock is attacked: two clients that want one number changed. */
import { type Choice, defaultSettings, type Scenario } from '../model/scenario';
import { type OwnSettings, ownLockId } from './session';

/**
 * Both clients ask at once, and the refused one asks again while the other works. So a server that forgets, or a lock that two can
 * take at once, has somebody to profit.
 */
const contended = { stagger: 0, think: 150 } as const;

/** Client 2 asks when client 1 has released. Links of code that name no world were made for this one. */
const apart = { stagger: 500, think: 300 } as const;

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
      ...contended,
      work: 300,
      latency: 20,
      duration: 6000 + 2 * ttl,
      nodes: { ...defaultSettings.nodes, count: nodes },
    },
    faults: {},
  };
}

/** The world without contention, which exercises, broken locks and old links hold. */
export function scenarioApart(settings: OwnSettings): Scenario {
  const scenario = attackScenario(settings);
  return { ...scenario, settings: { ...scenario.settings, ...apart } };
}
