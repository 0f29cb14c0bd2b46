// The processor time of the processes that this one started and whose end it has seen. It is known only on Linux.
import { existsSync, readFileSync } from 'node:fs';

const file = '/proc/self/stat';
/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/**
 * @returns in seconds, including everything that these processes have waited for; null where the system does not
 * report it
 */
export function secondsOfEnded() {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  // The program's name is the second field and may contain spaces. `cutime` and `cstime` are the 16th and 17th of all
  // fields.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}
