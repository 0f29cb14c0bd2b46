
export { compareAndDelete } from '../../src/core/locks/scripts/compareAndDelete';
export { NoQuorumError, Redlock } from '../../src/redlock';
