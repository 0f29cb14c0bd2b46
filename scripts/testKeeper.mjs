// Leaves nothing of a test run behind. `npm test` starts it with a pipe, which closes when that process ends, however
// it ends. All processes of the run carry its mark in the environment, and are ended then: lanes, servers, browsers.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that every process of a run inherits. */
export const markName = 'REDLOCK_TEST_RUN';

/** Servers get this long to remove their files. */
const endingMsMax = 3000;
const everyMs = 50;

/**
 * Ends them in order, and kills those that do not end. Only Linux shows the environment of a process.
 * @param {string} mark
 */
async function endMarked(mark) {
  for (const [signal, ms] of /** @type {const} */ ([
    ['SIGTERM', endingMsMax],
    ['SIGKILL', endingMsMax],
  ])) {
    const until = Date.now() + ms;
    for (const pid of markedBy(mark)) end(pid, signal);
    while (markedBy(mark).length > 0 && Date.now() < until) await sleep(everyMs);
  }
}

/**
 * @param {string} mark
 * @returns {readonly number[]} the processes with the mark, without this one
 */
function markedBy(mark) {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${markName}=${mark}`);
    } catch {
      // It has ended, or belongs to another user.
      return false;
    }
  });
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function end(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

if (process.argv[1] === import.meta.filename) {
  const [mark = ''] = process.argv.slice(2);
  for await (const _ of process.stdin);
  if (process.platform === 'linux') await endMarked(mark);
}
