/** A run whose lock holds and whose data is safe only by luck. No story ends this way. */
import { encodeLink } from '../../src/core/model/links/link';
import { defaultSettings, type Scenario } from '../../src/core/model/scenario/scenario';
import { parts } from '../../src/core/run/parts';

/**
 * Client 1 gives up waiting for its write and releases the lock. The write arrives a second later, while the lock is
 * free and before client 2 has read: nothing is lost, and nothing prevented it.
 */
export const byLuck: Scenario = {
  version: 2,
  seed: 42,
  lock: { id: 'single-node', settings: { ttl: 2000 } },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    stagger: 4500,
    think: 300,
    work: 300,
    storageTimeout: 600,
    duration: 9000,
    patience: 6000,
  },
  faults: {
    late: { kind: 'delay', message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 }, by: 1600 },
  },
};

/** The same scenario without its fault: everything goes well. */
const faultless: Scenario = { ...byLuck, faults: {} };

/** The part of an address behind its `#`. */
export const linkTo = (scenario: Scenario): string => encodeLink(scenario, { parts });

/** A link to the faultless run. When the link was made, the run ended with data saved by luck. */
export const endedByLuck: string = encodeLink(faultless, { parts, outcome: { lock: 'held', data: 'lucky' } });
