// A random world in which clients meet: they come at the same time, work long, and have short leases, so more runs than
// usual have two holders at once and lost updates.
import { settingsWithLease } from '../../src/core/model/scenario/lease';
import { parseScenario } from '../../src/core/model/scenario/parse/parseScenario';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { parts } from '../../src/core/run/parts';

const leaseMs = 300;
const worksMs = [30, 400, 800, 1500] as const;

/** The same lock, check and faults. A lock that does not allow such a short lease keeps its own. */
export function contended(scenario: Scenario): Scenario {
  const { lock, settings, seed } = scenario;
  const met: Scenario = {
    ...scenario,
    settings: {
      ...settings,
      clients: Math.max(2, settings.clients),
      stagger: 5,
      think: 10,
      work: worksMs[seed % worksMs.length] ?? 400,
      adds: 'by-client',
      storageTimeout: 2000,
      latency: 2,
      loss: 0,
      connectionLife: 900_000,
      duration: 3000,
    },
  };
  const fields = parts.locks.get(lock.id)?.fields ?? {};
  const short = { ...met, lock: { ...lock, settings: { ...lock.settings, ...settingsWithLease(fields, leaseMs) } } };
  const names = Object.keys(scenario.faults);
  return parseScenario(structuredClone(short), parts, { keptFaults: names }).ok ? short : met;
}
