/**
 * The scenarios in which a reader's lock is attacked: two clients that both change one number. The TTL of a lock is
 * the lease that the servers saw, or the time that another client waited after the holder had crashed. With a lease
 * beyond ten minutes (up to a day), work, waits and patience are longer by the same factor. The work of a client that
 * renews its lock (`isRenewed`) takes 0.6 of a lease; it is attacked again with work of three leases (`outlasting`),
 * where a harm counts only if a correctly renewing lock does not suffer it.
 */
import { type Choice, defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import type { Ms } from '../../core/model/values/time';
import { type OwnSettings, ownLockId } from './ownCalls';

/**
 * Both clients ask at once, and the refused one asks again while the other works. If a server forgets, or two can
 * take the lock at once, another client is there to get in.
 */
const contended = { stagger: 0, think: 150 } as const;

/** Client 2 asks after client 1 has released. Links to code that name no world were made for this one. */
const apart = { stagger: 500, think: 300 } as const;

/** With a lease of ten minutes, a client that asks every 150 ms would make a run a hundred times longer. */
const longLease: Ms = 60_000;
const usualLease: Ms = 2000;
const usualDuration: Ms = 10_000;

/** A crashed holder keeps the others out for a lease, which is no outage. */
const patienceLeases = 2.5;

/**
 * A client that renews its lock works for this part of a lease: the usual work would be over before a watchdog first
 * wakes.
 */
export const renewedWork = (ttl: Ms): Ms => Math.round(0.6 * ttl);

/** @param scenario the world, with this lock in place of its own. Null: the usual world. */
export function attackScenario(settings: OwnSettings, scenario: Scenario | null = null): Scenario {
  const { nodes, ttl, isRenewed = false, ...known } = settings;
  const lock: Choice = { id: ownLockId, settings: { nodes, ttl, ...known } };
  const freed = Math.max(ttl, settings.freedAfter ?? 0);
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
      patience:
        freed > longLease ? defaultSettings.patience : Math.max(defaultSettings.patience, patienceLeases * freed),
      duration: 6000 + 2 * freed,
      nodes: { ...defaultSettings.nodes, count: nodes },
    },
    faults: {},
  };
  const fitting = freed > longLease ? slowedFor(freed, world) : world;
  return isRenewed ? workingFor(renewedWork(ttl), fitting) : fitting;
}

/**
 * Work that outlasts the lease, for a lock that renews: it must not stop renewing early. A client that waits asks less
 * often, since it waits for long.
 */
export function outlasting(scenario: Scenario, { ttl }: Pick<OwnSettings, 'ttl'>): Scenario {
  const long = workingFor(3 * ttl, scenario);
  const { think, patience } = long.settings;
  const waiting = { think: Math.max(think, Math.round(ttl / 4)), patience: patience + 3 * ttl };
  return { ...long, settings: { ...long.settings, ...waiting } };
}

/** The run is extended by the additional work of both clients. */
export function workingFor(longer: Ms, { settings, ...world }: Scenario): Scenario {
  const work = Math.max(settings.work, longer);
  return { ...world, settings: { ...settings, work, duration: settings.duration + 2 * (work - settings.work) } };
}

/**
 * A client that locks for an hour works for minutes and asks again after minutes; otherwise a run would be thousands
 * of refusals. All times of the usual world are multiplied by the same factor.
 */
function slowedFor(ttl: Ms, { settings, ...world }: Scenario): Scenario {
  const { work, think, patience } = settings;
  const times = (usual: Ms): Ms => Math.round((usual * ttl) / usualLease);
  const slowed = { work: times(work), think: times(think), patience: times(patience), duration: times(usualDuration) };
  return { ...world, settings: { ...settings, ...slowed } };
}

/** The world without contention, used by exercises, broken locks and old links. */
export function uncontendedScenario({ isRenewed: _, ...settings }: OwnSettings): Scenario {
  const scenario = attackScenario(settings);
  return { ...scenario, settings: { ...scenario.settings, ...apart } };
}
