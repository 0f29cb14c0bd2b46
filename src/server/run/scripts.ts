/** Every script that a lock of this playground sends: a live run recognises them by their text, and follows keys by their models. */
export { scripts as lockScripts } from '../process/scripts';
