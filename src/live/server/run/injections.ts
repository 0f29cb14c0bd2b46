/**
 * Decides when each fault hits real processes and a real network: at its time, at its message, or when a client reaches
 * its place. `injectionRunner.ts` then carries out its orders.
 */
import { type FaultPrograms, firstOrderOf } from '../../../core/faults/program';
import type { Fault } from '../../../core/model/scenario/fault';
import { kindOf } from '../../../core/model/scenario/faultKind';
import { isClient, type ProcessId } from '../../../core/model/scenario/processId';
import type { RequestSeen } from '../proxy/contract';
import type { ClientMachine } from './clientMachine';
import { InjectionRunner, type InjectionTrigger, type RedirectClients } from './injectionRunner';
import type { RunContext } from './runContext';
import type { Topology } from './topology';

export interface InjectionParts {
  readonly context: RunContext;
  readonly topology: Topology;
  readonly programs: FaultPrograms;
  /** All processes of the run, in the order of the trace. */
  readonly processes: readonly ProcessId[];
  readonly redirectClients: RedirectClients;
}

export class Injections {
  private readonly armed: { readonly fault: Fault; readonly number: number }[] = [];
  /** How many requests were sent to each process, for faults that wait for a request of any sender. */
  private readonly requests = new Map<ProcessId, number>();

  constructor(private readonly parts: InjectionParts) {}

  /** Prepares a fault to hit at its time or message. If it waits for a client's code, it takes effect in `reached`. */
  arm(fault: Fault, number: number): void {
    this.armed.push({ fault, number });
    if ('message' in fault) this.parts.context.perform(() => this.inject(fault, number));
  }

  /** The run begins. Faults at time 0 have taken effect when this resolves. */
  async begin(): Promise<void> {
    const { context } = this.parts;
    for (const { fault, number } of this.armed) {
      if (!('when' in fault) || fault.when.kind !== 'time') continue;
      if (fault.when.at <= 0) await this.inject(fault, number, { stampNanos: context.epochNanos });
      else context.after(context.epochNanos, fault.when.at, () => this.inject(fault, number));
    }
  }

  /** A client has reached the place for which this fault waits. */
  reached(client: ClientMachine, number: number, stampNanos: number): void {
    const { context } = this.parts;
    const fault = this.armed.find((armed) => armed.number === number)?.fault;
    if (fault === undefined || !('when' in fault)) return;
    const plus = fault.when.kind === 'step' ? (fault.when.plus ?? 0) : 0;
    if (plus > 0) return context.after(stampNanos, plus, () => this.inject(fault, number));
    const isOwn = 'process' in fault && fault.process === client.id;
    const injectedBy: InjectionTrigger = isOwn ? { stampNanos, isSelfApplied: true } : {};
    if (isOwn && this.goesOn(fault)) return context.perform(() => this.inject(fault, number, injectedBy));
    context.perform(async () => {
      await client.halted();
      await client.haltWhile(() => this.inject(fault, number, injectedBy));
    });
  }

  /** A request passes on the network, for faults that wait for a request of any sender. */
  requested({ to }: RequestSeen): void {
    const nth = (this.requests.get(to) ?? 0) + 1;
    this.requests.set(to, nth);
    for (const { fault, number } of this.armed) {
      if (!('when' in fault) || fault.when.kind !== 'request' || isOfClient(fault.when)) continue;
      if (fault.when.to === to && fault.when.nth === nth) this.parts.context.perform(() => this.inject(fault, number));
    }
  }

  private inject(fault: Fault, number: number, injectedBy: InjectionTrigger = {}): Promise<void> {
    const { programs, processes } = this.parts;
    const program = kindOf(fault, programs).inject(fault, processes);
    return new InjectionRunner(this.parts, number, program, injectedBy).advance();
  }

  /** Whether the client has already done everything to itself, and runs on. */
  private goesOn(fault: Fault): boolean {
    const kind = firstOrderOf(fault, this.parts.programs)?.kind;
    return kind === 'jump' || kind === 'drift' || kind === 'slew' || kind === 'end-thread';
  }
}

/** A request that the sending client counts itself, because it knows its own requests. */
const isOfClient = ({ from }: { readonly from?: ProcessId }): boolean => from !== undefined && isClient(from);
