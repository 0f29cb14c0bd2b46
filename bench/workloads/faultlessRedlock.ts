/** Redlock as the page starts with it: two clients, one round each, five nodes, no check, no fault. */
import { defaultSettings, type Scenario } from '../measured/scenario';

export const faultlessRedlock: Scenario = {
  version: 2,
  seed: 0,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
};
