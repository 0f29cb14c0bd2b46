/**
 * Ends a process when whoever started it is gone, should nobody else be left to see to that: the kernel does it, also to one that is
 * stopped. On Linux, by `setpriv` of util-linux; elsewhere, and where that is missing, the guard alone sees to it.
 */
import { execFileSync } from 'node:child_process';

const program = 'setpriv';
const signalled = ['--pdeathsig', 'KILL', '--'] as const;

let isThere: boolean | null = null;

/** The words to start it by. It keeps its number: `setpriv` becomes the program. */
export function diesWithParent(command: string, args: readonly string[]): readonly [string, ...string[]] {
  isThere ??= process.platform === 'linux' && canBeRun();
  return isThere ? [program, ...signalled, command, ...args] : [command, ...args];
}

/** One of another make may not know the option. */
function canBeRun(): boolean {
  try {
    execFileSync(program, [...signalled, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
