/** Everything that the benches of the explorer use from `src`. */

export { threadsFor } from '../../src/cli/exploreThreads';
export { parts } from '../../src/core/run/parts';
export { finished, grow, scenarioOf } from '../../src/search/explore/branch';
export { Search, search } from '../../src/search/explore/search';
export { type Space, spaceOf } from '../../src/search/explore/space';
export { searchWith } from '../../src/search/explore/workers';
