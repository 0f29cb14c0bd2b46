/**
 * Decides when each fault strikes real processes and a real network: at its time, at its message, or when a client
 * reaches its place. `striking.ts` then carries out its orders.
 */
import { type FaultPrograms, firstOrderOf } from '../../../core/faults/program';
import type { Fault } from '../../../core/model/fault';
import { kindOf } from '../../../core/model/faultKind';
import { isClient, type ProcessId } from '../../../core/model/scenario';
import type { RequestSeen } from '../proxy/contract';
import type { ClientMachine } from './clientMachine';
import type { Stage } from './stage';
import { type SendOn, Striking, type StruckBy } from './striking';
import type { Topology } from './topology';

export interface StrikeParts {
  readonly stage: Stage;
  readonly topology: Topology;
  readonly programs: FaultPrograms;
  /** All processes of the run, in the order of the trace. */
  readonly processes: readonly ProcessId[];
  readonly sendOn: SendOn;
}

export class Strikes {
  private readonly armed: { readonly fault: Fault; readonly number: number }[] = [];
  /** The number of requests that each process has been sent, for faults that wait for a request of any sender. */
  private readonly requests = new Map<ProcessId, number>();

  constructor(private readonly parts: StrikeParts) {}

  /** Prepares a fault to strike at its time or its message. One that waits for a client's code strikes in `reached`. */
  arm(fault: Fault, number: number): void {
    this.armed.push({ fault, number });
    if ('message' in fault) this.parts.stage.perform(() => this.strike(fault, number));
  }

  /** The run begins. Faults at time 0 have struck when this resolves. */
  async begin(): Promise<void> {
    const { stage } = this.parts;
    for (const { fault, number } of this.armed) {
      if (!('when' in fault) || fault.when.kind !== 'time') continue;
      if (fault.when.at <= 0) await this.strike(fault, number, { stampNanos: stage.epochNanos });
      else stage.after(stage.epochNanos, fault.when.at, () => this.strike(fault, number));
    }
  }

  /** A client has reached the place where this fault waits for it. */
  reached(client: ClientMachine, number: number, stampNanos: number): void {
    const { stage } = this.parts;
    const fault = this.armed.find((armed) => armed.number === number)?.fault;
    if (fault === undefined || !('when' in fault)) return;
    const plus = fault.when.kind === 'step' ? (fault.when.plus ?? 0) : 0;
    if (plus > 0) return stage.after(stampNanos, plus, () => this.strike(fault, number));
    const isOwn = 'process' in fault && fault.process === client.id;
    const struckBy: StruckBy = isOwn ? { stampNanos, isDone: true } : {};
    if (isOwn && this.goesOn(fault)) return stage.perform(() => this.strike(fault, number, struckBy));
    stage.perform(async () => {
      await client.halted();
      await client.holdWhile(() => this.strike(fault, number, struckBy));
    });
  }

  /** A request passes on the network, for faults that wait for a request of any sender. */
  requested({ to }: RequestSeen): void {
    const nth = (this.requests.get(to) ?? 0) + 1;
    this.requests.set(to, nth);
    for (const { fault, number } of this.armed) {
      if (!('when' in fault) || fault.when.kind !== 'request' || isOfClient(fault.when)) continue;
      if (fault.when.to === to && fault.when.nth === nth) this.parts.stage.perform(() => this.strike(fault, number));
    }
  }

  private strike(fault: Fault, number: number, struckBy: StruckBy = {}): Promise<void> {
    const { programs, processes } = this.parts;
    const program = kindOf(fault, programs).strike(fault, processes);
    return new Striking(this.parts, number, program, struckBy).goOn();
  }

  /** Whether the client has struck itself completely, and runs on. */
  private goesOn(fault: Fault): boolean {
    const kind = firstOrderOf(fault, this.parts.programs)?.kind;
    return kind === 'jump' || kind === 'drift' || kind === 'slew' || kind === 'end-thread';
  }
}

/** A request that the sending client counts itself, because it knows its own requests. */
const isOfClient = ({ from }: { readonly from?: ProcessId }): boolean => from !== undefined && isClient(from);
