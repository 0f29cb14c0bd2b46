// Starts a process of a live run for a test and listens to it: orders go out over IPC, what it reports comes in over descriptor 3.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LiveEvent } from '../../src/server/liveEvent';
import type { Note, Order, ReportLine, Start } from '../../src/server/process/contract';
import type { Programs } from '../../src/server/run/programs';

export type Ready = Extract<Note, { readonly note: 'ready' }>;

export interface Listener {
  readonly event: (event: LiveEvent) => void;
  readonly note: (note: Exclude<Note, { readonly note: 'ready' }>) => void;
  /** It has ended, by itself or killed; everything that it has reported has been heard. */
  readonly ended: (code: number | null, signal: NodeJS.Signals | null) => void;
}

export interface LiveProcess {
  readonly pid: number;
  /** Rejects when it ends before it is ready, with what it has said. */
  readonly ready: Promise<Ready>;
  /** An order to a process that has ended goes nowhere. */
  readonly order: (order: Exclude<Order, Start>) => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<void>;
}

const reportDescriptor = 3;

/** What it writes to stderr, as far as it is kept. */
const complaintMax = 4000;

export function startProcess(programs: Programs, start: Start, listener: Listener): LiveProcess {
  const child = spawn(process.execPath, [start.role === 'client' ? programs.client : programs.storage], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid === undefined) throw new Error('No process could be started.');
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaint = `${complaint}${text}`.slice(-complaintMax);
  });
  // Its end is told by `exit`; an order that was under way then is nobody's concern.
  child.on('error', () => {});
  child.send(start);
  const ready = new Promise<Ready>((resolve, reject) => {
    let said = '';
    const hear = (line: ReportLine): void => {
      if ('kind' in line) return listener.event(line);
      if (line.note === 'ready') return resolve(line);
      if (line.note === 'problem') said = line.message;
      listener.note(line);
    };
    void whenOver(child, hear).then(([code, signal]) => {
      reject(new Error(`${start.me} ended (${signal ?? code}) before it was ready. ${said} ${complaint}`));
      listener.ended(code, signal);
    });
  });
  // Who does not wait for it hears of its end all the same.
  ready.catch(() => {});
  return {
    pid: child.pid,
    ready,
    order: (order) => void (child.connected && child.send(order, () => {})),
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', () => resolve())),
  };
}

/** Resolves when the process has ended and the last of its lines has been heard. */
async function whenOver(
  child: ChildProcess,
  hear: (line: ReportLine) => void,
): Promise<readonly [number | null, NodeJS.Signals | null]> {
  const over = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
  const lines = createInterface({ input: child.stdio[reportDescriptor] as Readable });
  lines.on('line', (line) => {
    const heard = parseLine(line);
    if (heard) hear(heard);
  });
  await new Promise((resolve) => lines.once('close', resolve));
  return over;
}

/** Null for half a line, which a killed process may leave. */
function parseLine(line: string): ReportLine | null {
  try {
    return JSON.parse(line) as ReportLine;
  } catch {
    return null;
  }
}
