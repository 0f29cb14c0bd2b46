/** Everything that the benches of the page use of `src`: the parts of their links. The page itself is built. */

export { encodeLink } from '../../src/model/link/link';
export type { Scenario } from '../../src/model/scenario';
export { loadStory } from '../../src/model/story';
export { parts } from '../../src/run/parts';
export { simulate } from '../../src/sim/simulate';
export { stories } from '../../src/stories';
