/** Everything that the bench of the library uses of `src`. */
export { compareAndDelete } from '../../src/locks/scripts/compareAndDelete';
export { NoQuorumError, Redlock } from '../../src/redlock';
