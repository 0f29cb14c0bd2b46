/**
 * A process that executes our own programs. It has a child for each of its lives. Children of expected later lives
 * start ahead of time.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import type { LiveEvent } from '../liveEvent';
import { nanosNow } from '../nanos';
import type { ClockChange, ClockNote, ClockState, Note, Start } from '../process/contract';
import type { Guard } from '../redis/contract';
import { Child } from './child';
import { LiveMachine } from './liveMachine';
import type { RunContext } from './runContext';

export interface ProgramMachineOptions {
  readonly id: ProcessId;
  readonly role: Role;
  /** The file that its processes execute. */
  readonly program: string;
  readonly guard: Guard;
  /** How often faults may start it again. As many children are warmed up before the run. */
  readonly sparesMax: number;
  /** The file to which changes of its clock are written; null if its clock never changes. */
  readonly clockFile: string | null;
}

export type ReportNote = Exclude<Note, { readonly note: 'ready' | 'late' }>;

export abstract class ProgramMachine extends LiveMachine {
  protected child: Child;
  private readonly spares: Child[];
  private readonly children = new Set<Child>();

  constructor(
    context: RunContext,
    protected readonly options: ProgramMachineOptions,
  ) {
    super(context, options.id, options.role);
    if (options.clockFile !== null) writeFileSync(options.clockFile, '');
    this.child = this.launch();
    this.spares = Array.from({ length: options.sparesMax }, () => this.launch());
  }

  /** The start order for the child of its next life. */
  protected abstract startOrder(stampNanos: number): Start;
  protected abstract takeNote(note: ReportNote): void;
  /** The number of entries that its disk has kept. */
  protected abstract get keptCount(): number;

  /** Called when a later life listens on another port. */
  protected async moved(_port: number): Promise<void> {}

  protected saw(_event: LiveEvent): void {}

  /** Resolves with the `ready` report of its first life. */
  prepare(): ReturnType<Child['ready']> {
    return this.launchChild(this.child);
  }

  go(): void {
    this.child.send({ type: 'go', epochNanos: this.context.epochNanos });
  }

  /** Removes what all its lives have left. */
  async close(): Promise<void> {
    this.alive = false;
    await Promise.all([...this.children].map((child) => child.kill()));
  }

  protected override async halt(suspended: boolean): Promise<void> {
    if (!suspended) {
      await this.child.halt();
      return;
    }
    this.child.send({ type: 'suspend' });
    await this.child.halted();
  }

  protected override resume(): void {
    this.child.resume();
  }

  protected override end(_power: boolean): Promise<void> {
    return this.child.kill();
  }

  protected override async startProcess(): Promise<{ readonly kept: number; readonly startedNanos: number }> {
    this.child = this.spares.shift() ?? this.launch();
    const { port } = await this.launchChild(this.child);
    if (port !== null) await this.moved(port);
    const startedNanos = nanosNow();
    this.context.proxy.setPoweredOff(this.id, false);
    return { kept: this.keptCount, startedNanos };
  }

  protected override onStarted(): void {
    this.go();
  }

  protected override async moveClock(change: ClockChange, stampNanos: number): Promise<void> {
    const note: ClockNote = { atNanos: stampNanos, change };
    if (this.options.clockFile !== null) appendFileSync(this.options.clockFile, `${JSON.stringify(note)}\n`);
    this.child.send({ type: 'clock', ...note });
  }

  override clockState(stampNanos: number): ClockState {
    const { clockFile } = this.options;
    return { ...super.clockState(stampNanos), ...(clockFile === null ? {} : { file: clockFile }) };
  }

  /** It is about to stop itself. Resolves when it is stopped. */
  halted(): Promise<boolean> {
    return this.child.halted();
  }

  private launchChild(child: Child): ReturnType<Child['ready']> {
    child.send(this.startOrder(nanosNow()));
    return child.ready();
  }

  private launch(): Child {
    const { guard, program, id } = this.options;
    const child = new Child(guard, program, {
      onEvent: (event) => {
        this.saw(event);
        this.context.add(event);
      },
      onNote: (note) => {
        if (child !== this.child) return;
        if (note.note === 'late') this.context.parts.lateness.add(id, note.fromNanos, note.toNanos);
        else this.takeNote(note);
      },
    });
    this.children.add(child);
    void child.gone.then((death) => {
      this.children.delete(child);
      if (child === this.child && this.alive) this.context.parts.onExit(id, this.role, death);
    });
    return child;
  }
}
