/**
 * A redis-server process that belongs to the run: its start on a port that it keeps, its end, and its stops. Orders run
 * one after another. Knows no configuration and no data.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { howItEnded, type ProcessExit } from '../processExit';
import { giveBackPort, takePort } from './ports';
import { stateOf, waitUntilStopped } from './processState';
import { kill, lastWordsOf, PortTaken, untilUp } from './serverProcess';

const stopTimeoutMs = 5000;
const portTriesMax = 10;

export abstract class OwnProcess {
  readonly host = '127.0.0.1';
  readonly exited: Promise<ProcessExit>;
  protected readonly folder: string;
  protected up = false;
  protected ended = false;
  private reportExit: (death: ProcessExit) => void = () => {};
  private child: ChildProcess | null = null;
  private stopped = false;
  /** We are killing its process. */
  private isLeaving = false;
  private portNow = 0;
  /** The last order: orders run one after another. */
  private last: Promise<unknown> = Promise.resolve();

  /** @param folder the run's folder; the process makes its own below it. */
  constructor(
    readonly id: ProcessId,
    folder: string,
  ) {
    this.exited = new Promise((resolve) => {
      this.reportExit = resolve;
    });
    this.folder = join(folder, id);
    mkdirSync(this.folder);
  }

  /** The address for the backend, with user and password. */
  abstract get url(): string;

  /** Starts the process, which may not be usable yet. */
  protected abstract launch(): ChildProcess;

  get port(): number {
    return this.portNow;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  get state(): 'running' | 'paused' | 'down' {
    if (!this.up) return 'down';
    return this.stopped ? 'paused' : 'running';
  }

  /** Starts it for the first time, on a free port that it keeps from then on. */
  begin(): Promise<void> {
    return this.inTurn(async () => {
      for (let tries = 1; ; tries++) {
        this.portNow = await takePort();
        try {
          return await this.bringUp();
        } catch (error) {
          giveBackPort(this.portNow);
          if (!(error instanceof PortTaken) || tries === portTriesMax) throw error;
        }
      }
    });
  }

  crash(): Promise<void> {
    return this.inTurn(() => this.bringDown());
  }

  pause(): Promise<void> {
    return this.inTurn(async () => {
      const { child } = this;
      if (child?.pid === undefined) throw new Error(`${this.id} is down: it cannot be paused.`);
      this.stopped = true;
      child.kill('SIGSTOP');
      if (await waitUntilStopped(child.pid, stopTimeoutMs)) return;
      if ((await stateOf(child.pid)) !== 'gone') throw new Error(`${this.id} did not stop.`);
    });
  }

  resume(): void {
    this.stopped = false;
    this.child?.kill('SIGCONT');
  }

  /** Ends it for good, even in the middle of an order. The run removes the folder. */
  async end(): Promise<void> {
    this.ended = true;
    if (this.child !== null) await kill(this.child);
    await this.last;
    giveBackPort(this.portNow);
  }

  protected inTurn<T>(order: () => Promise<T>): Promise<T> {
    const end = this.last.then(() => {
      if (this.ended) throw new Error(`${this.id} has been ended.`);
      return order();
    });
    this.last = end.catch(() => undefined);
    return end;
  }

  protected async bringUp(): Promise<void> {
    if (this.ended) throw new Error(`${this.id} has been ended.`);
    const child = this.launch();
    this.child = child;
    child.once('exit', (code, signal) => {
      if (this.child !== child) return;
      // If the server has not come up, its caller reports that.
      if (this.up && !this.isLeaving && !this.ended)
        this.reportExit({ how: howItEnded(code, signal), lastWords: lastWordsOf(this.folder) });
      this.forgetChild();
    });
    const { port, url, folder } = this;
    await untilUp(child, { port, url, folder });
    this.up = true;
  }

  protected async bringDown(): Promise<void> {
    this.isLeaving = true;
    if (this.child !== null) await kill(this.child);
    this.forgetChild();
    this.isLeaving = false;
  }

  private forgetChild(): void {
    this.child = null;
    this.up = false;
    this.stopped = false;
  }
}
