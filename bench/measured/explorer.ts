/** Everything that the benches of the explorer use of `src`. */

export { finished, grow, scenarioOf } from '../../src/explore/branch';
export { search } from '../../src/explore/search';
export { spaceOf } from '../../src/explore/space';
