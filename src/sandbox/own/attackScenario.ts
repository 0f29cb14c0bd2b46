/** The scenarios in which a reader's lock is attacked: two clients that want one number changed. */
import { type Choice, defaultSettings, type Scenario } from '../../core/model/scenario';
import type { Ms } from '../../core/model/time';
import { type OwnSettings, ownLockId } from './session';

/**
 * Both clients ask at once, and the refused one asks again while the other works. So a server that forgets, or a lock that two can
 * take at once, has somebody to profit.
 */
const contended = { stagger: 0, think: 150 } as const;

/** Client 2 asks when client 1 has released. Links of code that name no world were made for this one. */
const apart = { stagger: 500, think: 300 } as const;

/** With a lease of ten minutes a client that asks every 150 ms makes a run a hundred times as long. */
const longLease: Ms = 60_000;
const usualLease: Ms = 2000;
const usualDuration: Ms = 10_000;

/** Who renews its lock works for so much of a lease: the usual work is over before a watchdog wakes for the first time. */
export const renewedWork = (ttl: Ms): Ms => Math.round(0.6 * ttl);

/** @param scenario its world is kept, with this lock in place of its own. Null: the usual world. */
export function attackScenario(settings: OwnSettings, scenario: Scenario | null = null): Scenario {
  const { nodes, ttl, token, isRenewed = false, returnsLock = false } = settings;
  const lock: Choice = { id: ownLockId, settings: { nodes, ttl, token, ...(returnsLock && { returnsLock }) } };
  if (scenario !== null) return { ...scenario, lock };
  const world: Scenario = {
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
  const fitting = ttl > longLease ? slowedFor(ttl, world) : world;
  return isRenewed ? workingFor(renewedWork(ttl), fitting) : fitting;
}

/** The run is longer by what both work longer. */
export function workingFor(longer: Ms, { settings, ...world }: Scenario): Scenario {
  const work = Math.max(settings.work, longer);
  return { ...world, settings: { ...settings, work, duration: settings.duration + 2 * (work - settings.work) } };
}

/**
 * Who locks for an hour works for minutes, and asks again after minutes: else a run would be thousands of refusals. All is as with the
 * usual lease, as many times longer.
 */
function slowedFor(ttl: Ms, { settings, ...world }: Scenario): Scenario {
  const { work, think, patience } = settings;
  const times = (usual: Ms): Ms => Math.round((usual * ttl) / usualLease);
  const slowed = { work: times(work), think: times(think), patience: times(patience), duration: times(usualDuration) };
  return { ...world, settings: { ...settings, ...slowed } };
}

/** The world without contention, which exercises, broken locks and old links hold. */
export function scenarioApart({ isRenewed: _, ...settings }: OwnSettings): Scenario {
  const scenario = attackScenario(settings);
  return { ...scenario, settings: { ...scenario.settings, ...apart } };
}
