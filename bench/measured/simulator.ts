/** Everything that the benches of the simulator and the judge use of `src`. */

export { judge } from '../../src/judge/judge';
export { withDefaults } from '../../src/model/fields';
export type { Lock } from '../../src/model/lock';
export { parseScenario } from '../../src/model/parse/parseScenario';
export { applyPatch } from '../../src/model/patch';
export { finish, mix } from '../../src/model/random';
export { needsToken, type Resource } from '../../src/model/resource';
export type { Choice, Scenario } from '../../src/model/scenario';
export { loadStory } from '../../src/model/story';
export { fromMs } from '../../src/model/time';
export { parts } from '../../src/run/parts';
export { type Draw, latencyDraw } from '../../src/sim/latency';
export { simulate } from '../../src/sim/simulate';
export { spansOf } from '../../src/spans/spans';
export { stories } from '../../src/stories';
