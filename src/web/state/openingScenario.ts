/** The scenario that the page holds until the first story is loaded: Redlock with its defaults and no fault. */
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';

export const openingScenario: Scenario = {
  version: 2,
  seed: 42,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
};
