/** The process of a client. It runs the client's program from the start, and again from the start after a crash. */
import type { Program } from '../model/effects/effect';
import type { ProcessId } from '../model/scenario/processId';
import { kindNumber, threadAlone } from '../model/trace/trace';
import { ProgramHost } from './programHost';
import type { RunningTask } from './task';
import type { World } from './world';

const { crashed, started } = kindNumber;

export class ClientHost extends ProgramHost {
  private thread: RunningTask | null = null;

  constructor(
    world: World,
    index: number,
    id: ProcessId,
    private readonly program: () => Program,
  ) {
    super(world, index, id, 'client');
  }

  /** Starts the program at the beginning of the run, unless a fault of time 0 has already ended or restarted it. */
  launchFirst(): void {
    if (this.incarnation === 0) this.launch();
  }

  protected override begin(): number {
    this.launch();
    return -1;
  }

  /**
   * Ends the thread that runs the client's program. Everything else in the process keeps running. Returns whether
   * there was such a thread.
   */
  endThread(fault: number): boolean {
    const { world, thread } = this;
    if (!this.alive || thread === null || thread.done) return false;
    world.trace.write(world.now, crashed, this.index, fault, threadAlone);
    this.kill(thread);
    return true;
  }

  startThread(): void {
    const { world } = this;
    world.trace.write(world.now, started, this.index, -1);
    this.thread = this.create(this.program(), null);
    // In a paused process, the program begins when the pause is over.
    this.answer(this.thread, undefined);
  }

  private launch(): void {
    this.thread = this.create(this.program(), null);
    this.run(this.thread, undefined);
  }
}
