// What the processes that this one has started, and has seen end, have computed. Linux alone tells.
import { existsSync, readFileSync } from 'node:fs';

const file = '/proc/self/stat';
/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/** @returns in seconds, with all that these processes have waited for themselves; null where the system does not tell */
export function secondsOfEnded() {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  // The name of the program comes second, and may hold spaces. `cutime` and `cstime` are the 16th and 17th of all.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}
