/**
 * The process of a client in all its lives. Each life continues the last one's counts of anchors and holds. A process
 * that is to be killed is stopped first, and for the proxy it is gone from that stamp on: no event is stamped after
 * its end.
 */

import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Bundle } from '../../../sandbox/attack/evaluate';
import type { LiveEvent } from '../liveEvent';
import type { Anchor, Ports, Start } from '../process/contract';
import { ProgramMachine, type ProgramMachineOptions, type ReportNote } from './programMachine';
import type { RunContext } from './runContext';

const noFault = -1;

export interface ClientMachineOptions extends Omit<ProgramMachineOptions, 'role'> {
  readonly ports: Ports;
  /** Known as soon as the servers are up. */
  readonly keyPrefix: () => string;
  readonly anchors: readonly Anchor[];
  /** A person's own code, if that is the lock. */
  readonly own?: Bundle;
  readonly onAnchor: (client: ClientMachine, id: number, stampNanos: number) => void;
}

export class ClientMachine extends ProgramMachine {
  /** Whether it has finished all its rounds. */
  isDone = false;
  private readonly steps = new Map<string, number>();
  private readonly requests = new Map<string, number>();
  /** The effects of its earlier lives, and of all lives. Counted only while an anchor waits for an effect. */
  private readonly effects = { before: 0, all: 0 };
  private readonly reached = new Set<number>();
  private holds = 0;
  private threadLives = 0;
  private hasThread = true;
  /** Whether its code listens for SIGTERM. */
  private hasStopHandler = false;
  /** Its routes after failovers: from the server that it asks to the server that answers. */
  private readonly routes = new Map<ProcessId, { readonly process: ProcessId; readonly port: number }>();

  constructor(
    context: RunContext,
    private readonly client: ClientMachineOptions,
  ) {
    super(context, { ...client, role: 'client' });
  }

  /** Whether it will do nothing more by itself. */
  get isThrough(): boolean {
    return !this.alive || this.isDone || !this.hasThread;
  }

  /** Redirects its requests from a replaced server to the new master. */
  route(master: ProcessId, newMaster: ProcessId, port: number): void {
    const aliases = [...this.routes].flatMap(([name, { process }]) => (process === master ? [name] : []));
    for (const name of [master, ...aliases]) this.sendRoute(name, newMaster, port);
  }

  /** Sends the routes to its next life, which does not know them yet. */
  protected override onStarted(): void {
    for (const [addressee, { process, port }] of this.routes)
      this.child.send({ type: 'route', addressee: addressee, process, port });
    super.onStarted();
  }

  /** Ends the thread that runs its rounds. Returns whether there was one. */
  endThread(fault: number, isDone: boolean): boolean {
    if (!this.alive || !this.hasThread || this.isDone) return false;
    this.hasThread = false;
    this.threadLives++;
    if (!isDone) this.child.send({ type: 'end-thread', fault });
    return true;
  }

  /** Returns whether its code listens for SIGTERM. */
  askToStop(): boolean {
    if (!this.alive || !this.hasStopHandler) return false;
    this.child.askToStop();
    return true;
  }

  /** The current life of its thread, because a start belongs to its own crash. */
  get threadIncarnation(): string {
    return `${this.incarnation}/${this.threadLives}`;
  }

  startThread(): void {
    this.hasThread = true;
    this.child.send({ type: 'start-thread' });
  }

  protected override get keptCount(): number {
    return -1;
  }

  protected override async startProcess(): ReturnType<ProgramMachine['startProcess']> {
    this.isDone = false;
    this.hasThread = true;
    this.hasStopHandler = false;
    this.effects.before = this.effects.all;
    return super.startProcess();
  }

  protected override startOrder(stampNanos: number): Start {
    const { ports, keyPrefix, own } = this.client;
    return {
      type: 'start',
      role: 'client',
      me: this.id,
      incarnation: this.incarnation,
      scenario: this.context.scenario,
      clock: this.clockState(stampNanos),
      ports,
      keyPrefix: keyPrefix(),
      password: this.context.proxy.password,
      anchors: this.anchorsLeft(),
      holdsBefore: this.holds,
      ...(own === undefined ? {} : { own }),
    };
  }

  protected override takeNote(note: ReportNote): void {
    if (note.note === 'done') this.isDone = true;
    else if (note.note === 'problem') this.context.parts.fail(`${this.id}: ${note.message}`);
    else if (note.note === 'heeds') this.hasStopHandler = note.hasStopHandler;
    else if (note.note === 'exit') this.exited(note.stampNanos);
    else if (note.note === 'effects') this.effects.all = this.effects.before + note.count;
    else {
      this.reached.add(note.id);
      this.client.onAnchor(this, note.id, note.stampNanos);
    }
  }

  protected override saw(event: LiveEvent): void {
    if (event.kind === 'step') count(this.steps, String(event.columns.text));
    if (event.kind === 'sent' && event.columns.leg === 0) count(this.requests, String(event.columns.peer));
    if (event.kind === 'acquiring') this.holds++;
  }

  /** The process ended by itself, not by a fault. */
  private exited(stampNanos: number): void {
    this.context.perform(async () => {
      await this.crash(noFault, { power: false, selfAppliedNanos: stampNanos });
    });
  }

  /** Anchors count from the beginning of the run, so a later life gets the rest of the count. */
  private anchorsLeft(): readonly Anchor[] {
    if (this.incarnation === 0) return this.client.anchors;
    return this.client.anchors.flatMap((anchor) => {
      if (this.reached.has(anchor.id)) return [];
      const nth = anchor.nth - this.countedOf(anchor);
      return nth > 0 ? [{ ...anchor, nth }] : [];
    });
  }

  private countedOf(anchor: Anchor): number {
    switch (anchor.kind) {
      case 'step':
        return this.steps.get(anchor.step) ?? 0;
      case 'effect':
        return this.effects.all;
      case 'request':
        return this.requests.get(anchor.to) ?? 0;
      default:
        return anchor satisfies never;
    }
  }

  private sendRoute(addressee: ProcessId, process: ProcessId, port: number): void {
    this.routes.set(addressee, { process, port });
    this.child.send({ type: 'route', addressee: addressee, process, port });
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
