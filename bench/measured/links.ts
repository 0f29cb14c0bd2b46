/** Everything that the benches of the page use from `src`: the parts of their links. The page itself is built. */

export { stories } from '../../src/content/stories';
export { encodeLink } from '../../src/core/model/links/link';
export type { Scenario } from '../../src/core/model/scenario/scenario';
export { loadStory } from '../../src/core/model/scenario/story';
export { parts } from '../../src/core/run/parts';
export { simulate } from '../../src/core/sim/simulate';
