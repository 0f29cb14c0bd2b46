/**
 * A program as a tree of processes: what was started, and all that it has started. A process belongs to the tree by
 * its parent, or by the mark in its environment, which a process keeps when its parent is gone (read on Linux only).
 */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Guard } from '../../live/server/redis/contract';
import { stateOf } from '../../live/server/redis/processState';

/** What a process that has ended left. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines that it wrote, of both streams. */
  readonly lastLines: readonly string[];
}

interface Started {
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

const markName = 'REDLOCK_PLAYGROUND_CLIENT';
const outputKept = 4000;
const linesKept = 5;
const usualMemory = 100_000_000;
const pageBytes = 4096;
const stopTriesMax = 200;
/** In ms. */
const killWithin = 10_000;

let marks = 0;

export class ProcessTree {
  readonly exited: Promise<Exit>;
  isOver = false;
  private readonly child: ChildProcess;
  private readonly mark = `${process.pid}-${++marks}`;
  private output = '';

  constructor(guard: Guard, { command, folder, environment }: Started) {
    const [program = '', ...args] = command;
    this.child = guard.spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...environment, [markName]: this.mark },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (text: string): void => {
      this.output = (this.output + text).slice(-outputKept);
    };
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.setEncoding('utf8').on('data', keep);
    this.exited = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        this.isOver = true;
        resolve({ code, signal, lastLines: lastLinesOf(this.output) });
      };
      this.child.once('error', (error) => {
        keep(`${error.message}\n`);
        end(127, null);
      });
      // Its children may keep its streams open, so `close` would wait for them.
      this.child.once('exit', (code, signal) => setTimeout(() => end(code, signal), outputDelay));
    });
  }

  /** Stops every process of the tree. False: one of them runs on. */
  async stop(): Promise<boolean> {
    for (let tries = 0; tries < stopTriesMax; tries++) {
      const all = this.pids();
      for (const pid of all) send(pid, 'SIGSTOP');
      const states = await Promise.all(all.map(stateOf));
      // A process that was being started while the others were stopped shows up in the next look.
      const isSame = this.pids().every((pid) => all.includes(pid));
      if (isSame && states.every((state) => state !== 'running')) return true;
      await sleep(1);
    }
    return false;
  }

  resume(): void {
    for (const pid of this.pids()) send(pid, 'SIGCONT');
  }

  /** Ends every process of the tree. */
  async kill(): Promise<void> {
    // A process of another user cannot be ended.
    const giveUpAt = performance.now() + killWithin;
    for (let left = this.pids(); left.length > 0 && performance.now() < giveUpAt; left = this.pids()) {
      for (const pid of left) send(pid, 'SIGKILL');
      await sleep(2);
    }
    await Promise.race([this.exited, sleep(killWithin, undefined, { ref: false })]);
  }

  /** What its processes have in memory now, in bytes. Read on Linux only; elsewhere a guess. */
  memory(): number {
    if (process.platform !== 'linux') return usualMemory;
    return this.pids().reduce(
      (sum, pid) => sum + pageBytes * Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0),
      0,
    );
  }

  private pids(): readonly number[] {
    const root = this.child.pid;
    return root === undefined ? [] : treeOf(root, `${markName}=${this.mark}`, !this.isOver);
  }
}

/** What a process wrote last is read this many ms after its end. */
const outputDelay = 20;

const lastLinesOf = (output: string): readonly string[] =>
  output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-linesKept);

/** @param isThere whether the root has not ended: its number may be another process's then */
function treeOf(root: number, mark: string, isThere: boolean): readonly number[] {
  const all = everyProcess();
  const tree = new Set(isThere ? [root] : []);
  for (const { pid } of all) if (pid !== process.pid && isMarked(pid, mark)) tree.add(pid);
  for (let size = -1; size !== tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  const alive = new Set(all.filter(({ isZombie }) => !isZombie).map(({ pid }) => pid));
  return [...tree].filter((pid) => alive.has(pid));
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isZombie: boolean;
}

function everyProcess(): readonly Process[] {
  if (process.platform === 'linux')
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processOf(Number(name)) : []));
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return state === '' ? [] : [{ pid: Number(pid), parent: Number(parent), isZombie: state.startsWith('Z') }];
  });
}

function processOf(pid: number): readonly Process[] {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === '') return [];
  // The name may have any characters, and ends with the last parenthesis.
  const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [{ pid, parent: Number(parent), isZombie: state === 'Z' }];
}

const isMarked = (pid: number, mark: string): boolean => textOf(`/proc/${pid}/environ`).split('\0').includes(mark);

/** Empty: the process is gone, or another user's. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
