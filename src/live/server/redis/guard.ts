/**
 * The guard's end in this process. It starts the watcher, reports to it everything that has to be cleaned up, and
 * starts another watcher when somebody kills the first. Processes also carry the guard's token in their environment,
 * and folders carry it in their name. That also finds a process that was started just before this one ended. A
 * redis-server writes its title over its environment, so the watcher checks the working folder too. If somebody kills
 * guard and backend together, the kernel kills what they have started (on Linux), and the next guard removes the
 * folders of this user.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Guard, StartGuard } from './contract';
import { remove, removeFoldersOf, startOf } from './ownFolders.mjs';

/**
 * Makes the kernel kill a process when its parent ends, even if the process is stopped and nobody else is left to end
 * it. On Linux this uses `setpriv` of util-linux; elsewhere, and without `setpriv`, only the guard ends it.
 */
const program = 'setpriv';
const signalled = ['--pdeathsig', 'KILL', '--'] as const;

let isThere: boolean | null = null;

/** The command line that starts it. The process keeps its number, because `setpriv` becomes the program. */
function killedWithParent(command: string, args: readonly string[]): readonly [string, ...string[]] {
  isThere ??= process.platform === 'linux' && canBeRun();
  return isThere ? [program, ...signalled, command, ...args] : [command, ...args];
}

/** Other implementations of `setpriv` may not know the option. */
function canBeRun(): boolean {
  try {
    execFileSync(program, [...signalled, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const mainFile = fileURLToPath(new URL('guardMain.mjs', import.meta.url));

/** The environment variable that holds the token in every process of a run. `guardMain.mjs` looks for it. */
const tokenName = 'REDLOCK_PLAYGROUND_GUARD';

export const startGuard: StartGuard = (): Guard => {
  const token = randomBytes(12).toString('hex');
  const watcher = new Watcher(token);
  return {
    spawn: (command, args, options = {}) => {
      const env = { ...(options.env ?? process.env), [tokenName]: token };
      const [program, ...words] = killedWithParent(command, args);
      const child = spawn(program, words, { ...options, env });
      const { pid } = child;
      if (pid === undefined) return child;
      watcher.keep(`process ${pid}`, { type: 'process', pid });
      child.once('exit', () => watcher.drop(`process ${pid}`, { type: 'process-gone', pid }));
      return child;
    },
    makeFolder: (label) => mkdtempSync(join(tmpdir(), `${startOf(token)}${label}-`)),
    removeFolder: remove,
    watchKeys: (url, prefix) => watcher.keep(`keys ${url} ${prefix}`, { type: 'keys', url, prefix }),
    forgetKeys: (url, prefix) => watcher.drop(`keys ${url} ${prefix}`, { type: 'keys-gone', url, prefix }),
    watchSchema: (url, schema) => watcher.keep(`schema ${url} ${schema}`, { type: 'schema', url, schema }),
    forgetSchema: (url, schema) => watcher.drop(`schema ${url} ${schema}`, { type: 'schema-gone', url, schema }),
    close: async () => {
      await watcher.close();
      // The watcher has removed them, unless somebody killed it in the middle of its work.
      removeFoldersOf(token);
    },
  };
};

/** Somebody may kill the watcher now and then. If it cannot even start, it must not be restarted forever. */
const restartsMax = 20;

type Line = Readonly<Record<string, string | number>>;

/** The watcher process, and all messages to it, so that a successor can get the same ones. */
class Watcher {
  private readonly lines = new Map<string, Line>();
  private child: ChildProcess;
  private closing = false;
  private restarts = 0;

  constructor(private readonly token: string) {
    this.child = this.start();
  }

  keep(name: string, line: Line): void {
    this.lines.set(name, line);
    this.report(line);
  }

  drop(name: string, line: Line): void {
    this.lines.delete(name);
    this.report(line);
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = once(child, 'exit');
    child.stdin?.end();
    await gone;
  }

  private start(): ChildProcess {
    // Its own session: the watcher must survive a Ctrl+C in the terminal, and the end of the terminal.
    const child = spawn(process.execPath, [mainFile, this.token], {
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // The pipe breaks when the watcher is killed; `exit` reports that.
    child.stdin?.on('error', () => undefined);
    child.unref();
    child.once('exit', () => {
      if (this.closing || ++this.restarts > restartsMax) return;
      this.child = this.start();
      for (const line of this.lines.values()) this.report(line);
    });
    return child;
  }

  private report(line: Line): void {
    this.child.stdin?.write(`${JSON.stringify(line)}\n`);
  }
}
