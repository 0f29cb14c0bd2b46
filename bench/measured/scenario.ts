
export { defaultSettings, type Scenario } from '../../src/core/model/scenario';
