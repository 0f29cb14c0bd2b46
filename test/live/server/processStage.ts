// Starts a process of a live run for a test, and listens to it. Orders go out over IPC; reports come in over descriptor
// 3.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import type { Note, Order, ReportLine, Start } from '../../../src/live/server/process/contract';
import type { Programs } from '../../../src/live/server/run/programs';

export type Ready = Extract<Note, { readonly note: 'ready' }>;

export interface Listener {
  readonly event: (event: LiveEvent) => void;
  readonly note: (note: Exclude<Note, { readonly note: 'ready' }>) => void;
  /** The process has ended, by itself or killed, and all its reports have been read. */
  readonly ended: (code: number | null, signal: NodeJS.Signals | null) => void;
}

export interface LiveProcess {
  readonly pid: number;
  /** Rejects with its last output when it ends before it is ready. */
  readonly ready: Promise<Ready>;
  /** An order to a process that has ended is dropped. */
  readonly order: (order: Exclude<Order, Start>) => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<void>;
}

const reportDescriptor = 3;

/** How much of its stderr is kept, at most. */
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
  // `exit` reports its end. An order that was under way then does not matter.
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
  // A test that does not wait for it learns of the end in another way.
  ready.catch(() => {});
  return {
    pid: child.pid,
    ready,
    order: (order) => void (child.connected && child.send(order, () => {})),
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', () => resolve())),
  };
}

/** Resolves when the process has ended and its last line has been read. */
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

/** Null for an incomplete line, which a killed process may leave. */
function parseLine(line: string): ReportLine | null {
  try {
    return JSON.parse(line) as ReportLine;
  } catch {
    return null;
  }
}
