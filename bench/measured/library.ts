/** Everything that the bench of the library uses from `src`. */
export { compareAndDelete } from '../../src/core/locks/shared/scripts/compareAndDelete';
export { NoQuorumError, Redlock } from '../../src/redlock/index';
