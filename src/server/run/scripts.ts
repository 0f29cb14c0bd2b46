/**
 * Every script that a lock of this playground sends. A live run recognizes scripts by their text, and follows keys by
 * their models.
 */
export { scripts as lockScripts } from '../process/scripts';
