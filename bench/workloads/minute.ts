/** The workload of the speed targets: three clients and five nodes for a minute of virtual time, about 200 grants. */
import { defaultSettings, type Scenario } from '../measured/scenario';

export const lockSettings = { ttl: 3000, nodeTimeout: 200, tries: 3, retryDelay: 200, retryJitter: 100 };

export const minute: Scenario = {
  version: 2,
  seed: 42,
  lock: { id: 'redlock', settings: lockSettings },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    clients: 3,
    rounds: 1000,
    stagger: 0,
    think: 220,
    work: 160,
    latency: { min: 1, p50: 6, p99: 40, max: 80 },
    duration: 60_000,
  },
  faults: {},
};
