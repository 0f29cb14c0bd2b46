/** What the page holds in the instants before the first story is loaded: Redlock as it is, without a fault. */
import { defaultSettings, type Scenario } from '../../model/scenario';

export const openingScenario: Scenario = {
  version: 2,
  seed: 42,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
};
