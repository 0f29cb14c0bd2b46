/** Everything that the benches of the simulator and the judge use from `src`. */

export { stories } from '../../src/content/stories';
export { judge } from '../../src/core/judge/judge';
export { withDefaults } from '../../src/core/model/scenario/fields';
export type { Lock } from '../../src/core/model/scenario/lock';
export { parseScenario } from '../../src/core/model/scenario/parse/parseScenario';
export { applyPatch } from '../../src/core/model/scenario/patch';
export { needsToken, type Resource } from '../../src/core/model/scenario/resource';
export type { Choice, Scenario } from '../../src/core/model/scenario/scenario';
export { loadStory } from '../../src/core/model/scenario/story';
export { finish, mix } from '../../src/core/model/values/random';
export { fromMs } from '../../src/core/model/values/time';
export { parts } from '../../src/core/run/parts';
export { type Draw, latencyDraw } from '../../src/core/sim/latency';
export { simulate } from '../../src/core/sim/simulate';
export { spansOf } from '../../src/core/spans/spans';
