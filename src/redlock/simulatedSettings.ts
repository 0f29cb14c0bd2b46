/** How the settings of the library become those of the simulated Redlock, whose programs it runs. */
import { type RedlockSettings, redlockFields } from '../locks/redlockFields';
import { withDefaults } from '../model/fields';
import type { KnownSettings } from './settings';

/** Long enough for a client that was busy for a moment, short enough that several tries fit into a lock's time. */
export const nodeTimeoutFor = (durationMs: number): number =>
  Math.round(Math.min(durationMs / 2, Math.max(50, Math.min(1000, durationMs / 20))));

const simulatedDefaults = withDefaults(redlockFields, undefined);

/** Most locks of a program are alike. */
const madeLast = new WeakMap<KnownSettings, RedlockSettings>();

/** The settings of the simulated lock; those that are not the library's to choose are as redis.io has them. */
export function redlockSettings(
  known: KnownSettings,
  { ttl, tries }: { readonly ttl: number; readonly tries: number },
): RedlockSettings {
  const { driftFactor, retryDelay, retryJitter, nodeTimeout, token } = known;
  const last = madeLast.get(known);
  if (last !== undefined && last.ttl === ttl && last.tries === tries) return last;
  const made: RedlockSettings = {
    ...simulatedDefaults,
    ttl,
    tries,
    driftFactor,
    retryDelay,
    retryJitter,
    token,
    nodeTimeout: nodeTimeout ?? nodeTimeoutFor(ttl),
  };
  madeLast.set(known, made);
  return made;
}

/** −1 stands for no end. */
export const triesOf = (retryCount: number): number => (retryCount === -1 ? Number.POSITIVE_INFINITY : retryCount + 1);
