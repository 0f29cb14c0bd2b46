/** Everything that the bench of the library uses of `src`. */
export { compareAndDelete } from '../../src/core/locks/scripts/compareAndDelete';
export { NoQuorumError, Redlock } from '../../src/redlock';
