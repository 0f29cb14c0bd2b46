/**
 * Ends a process when its parent is gone and nobody else is left to end it. The kernel does so, even if the process is
 * stopped. On Linux this uses `setpriv` of util-linux; elsewhere, and without `setpriv`, the guard alone ends it.
 */
import { execFileSync } from 'node:child_process';

const program = 'setpriv';
const signalled = ['--pdeathsig', 'KILL', '--'] as const;

let isThere: boolean | null = null;

/** The command line that starts it. The process keeps its number, because `setpriv` becomes the program. */
export function diesWithParent(command: string, args: readonly string[]): readonly [string, ...string[]] {
  isThere ??= process.platform === 'linux' && canBeRun();
  return isThere ? [program, ...signalled, command, ...args] : [command, ...args];
}

/** A `setpriv` of another make may not know the option. */
function canBeRun(): boolean {
  try {
    execFileSync(program, [...signalled, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
