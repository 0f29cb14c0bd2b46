/** Everything that the benches of the explorer use of `src`. */

export { threadsFor } from '../../src/cli/exploreThreads';
export { finished, grow, scenarioOf } from '../../src/explore/branch';
export { Search, search } from '../../src/explore/search';
export { type Space, spaceOf } from '../../src/explore/space';
export { searchWith } from '../../src/explore/workers';
export { parts } from '../../src/run/parts';
