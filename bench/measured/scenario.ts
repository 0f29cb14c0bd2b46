/** Everything that the workload of the speed targets uses from `src`. */
export { defaultSettings, type Scenario } from '../../src/core/model/scenario/scenario';
