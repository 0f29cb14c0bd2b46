// Leaves nothing of a test run behind. `npm test` starts it with a pipe, which closes when that process ends, however
// it ends. It then ends all processes that have the run's mark in their environment: Vitest, servers, browsers.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that every process of a run inherits. */
export const markName = 'REDLOCK_TEST_RUN';

/** Servers get this long to remove their files. */
const endingMsMax = 3000;

if (process.argv[1] === import.meta.filename) {
  for await (const _ of process.stdin);
  // Only Linux shows the environment of a process.
  for (const signal of process.platform === 'linux' ? ['SIGTERM', 'SIGKILL'] : []) {
    const until = Date.now() + endingMsMax;
    for (const pid of marked()) orNothing(() => process.kill(pid, signal));
    while (marked().length > 0 && Date.now() < until) await sleep(50);
  }
}

/** @returns {readonly number[]} the processes with the mark; the keeper itself does not have it */
function marked() {
  const mark = `${markName}=${process.argv[2]}`;
  const isMarked = (/** @type {number} */ pid) =>
    orNothing(() => readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark));
  return readdirSync('/proc').map(Number).filter(isMarked);
}

/**
 * A process may end at any moment, or belong to somebody else.
 * @param {() => boolean} act
 */
function orNothing(act) {
  try {
    return act();
  } catch {
    return false;
  }
}
