/** The process of a client: it runs the client's program from the start, and again from the start after a crash. */
import type { Program } from '../model/effect';
import type { ProcessId } from '../model/scenario';
import { ProgramHost } from './programHost';
import type { World } from './world';

export class ClientHost extends ProgramHost {
  constructor(
    world: World,
    index: number,
    id: ProcessId,
    private readonly program: () => Program,
  ) {
    super(world, index, id, 'client');
  }

  /** The beginning of the run, unless a fault of time 0 has already ended or restarted it. */
  launchFirst(): void {
    if (this.incarnation === 0) this.launch();
  }

  protected override begin(): number {
    this.launch();
    return -1;
  }

  private launch(): void {
    this.spawn(this.program());
  }
}
