/**
 * One process of a run that executes our own code: one life of a client, the storage, or a database. Starts it, reads
 * its reports, gives it orders, and stops and ends it by real signals. Knows no fault.
 */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { LiveEvent } from '../liveEvent';
import type { Note, Order, ReportLine } from '../process/contract';
import { howItEnded, lastLines, type ProcessExit } from '../processExit';
import type { Guard } from '../redis/contract';
import { waitUntilStopped } from '../redis/processState';

export interface ChildHandlers {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onNote: (note: Exclude<Note, { readonly note: 'ready' }>) => void;
}

/** How long a process may take to stop after the order. It is generous, because a busy machine schedules late. */
const stopWithinMs = 5000;
const errorTextMax = 4000;
/** The environment variables that a program needs. It gets no others. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG'] as const;

export class Child {
  /** Resolves when it has ended, by order or not, and all its reports are read. */
  readonly gone: Promise<ProcessExit>;
  private readonly process: ChildProcess;
  private readyNote: Promise<Extract<Note, { readonly note: 'ready' }>>;
  private isGone = false;
  private errorText = '';
  private rest = '';
  private foundReady: (note: Extract<Note, { readonly note: 'ready' }>) => void = () => {};
  private failed: (error: Error) => void = () => {};

  constructor(
    guard: Guard,
    /** The file that it executes. */
    program: string,
    private readonly handlers: ChildHandlers,
  ) {
    this.process = guard.spawn(process.execPath, [program], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'ipc'],
      env: Object.fromEntries(inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    });
    this.readyNote = new Promise((resolve, reject) => {
      this.foundReady = resolve;
      this.failed = reject;
    });
    // A later waiter gets the rejection. Until then it must not count as unhandled.
    this.readyNote.catch(() => {});
    this.gone = new Promise((resolve) => {
      const end = (how: string): void => {
        this.isGone = true;
        const death = { how, lastWords: lastLines(this.errorText) };
        this.failed(new Error(`A process ended before it was ready (${how}): ${death.lastWords.join(' | ')}`));
        resolve(death);
      };
      this.process.once('close', (code, signal) => end(howItEnded(code, signal)));
      this.process.on('error', (error) => end(error.message));
    });
    this.listen();
  }

  /** Resolves when it is connected and warmed up. Rejects when it ends before that. */
  ready(): Promise<Extract<Note, { readonly note: 'ready' }>> {
    return this.readyNote;
  }

  send(order: Order): void {
    if (this.isGone || !this.process.connected) return;
    // A process that has ended meanwhile needs no order. Its end is noticed elsewhere.
    this.process.send(order, () => {});
  }

  /** Sends SIGSTOP. Resolves with true when every thread is stopped, with false when the process is gone. */
  async halt(): Promise<boolean> {
    this.process.kill('SIGSTOP');
    return this.halted();
  }

  /** Resolves with true when it has stopped itself, with false when it is gone. */
  async halted(): Promise<boolean> {
    const { pid } = this.process;
    return !this.isGone && pid !== undefined && (await waitUntilStopped(pid, stopWithinMs));
  }

  resume(): void {
    if (!this.isGone) this.process.kill('SIGCONT');
  }

  askToStop(): void {
    this.process.kill('SIGTERM');
  }

  /** Sends SIGKILL. Resolves when it is gone and all its reports are read. */
  async kill(): Promise<void> {
    if (!this.isGone) this.process.kill('SIGKILL');
    await this.gone;
  }

  private listen(): void {
    const [, , errors, reports] = this.process.stdio as unknown as (Readable | null)[];
    errors?.setEncoding('utf8').on('data', (text: string) => {
      this.errorText = (this.errorText + text).slice(-errorTextMax);
    });
    reports?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.rest + text).split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) this.take(JSON.parse(line) as ReportLine);
    });
    reports?.on('error', () => {
      // The pipe breaks when the process is killed. `close` still comes.
    });
  }

  private take(line: ReportLine): void {
    if (!('note' in line)) return this.handlers.onEvent(line);
    if (line.note === 'ready') return this.foundReady(line);
    if (line.note === 'problem') {
      this.failed(new Error(line.message));
      // A process that reports a problem is about to end; these are its last words.
      this.errorText = `${this.errorText}\n${line.message}`.slice(-errorTextMax);
    }
    this.handlers.onNote(line);
  }
}
