/**
 * Faults that wait for a place in the code or on the wire, and the counts that decide when they happen. Anchors count
 * over all lives of a process, requests by the process that they reach.
 */
import type { Effect } from '../model/effects/effect';
import type { ProcessId } from '../model/scenario/processId';
import type { RunningTask } from './task';

type Inject = () => void;

/** Counts the steps and effects of one process. */
export class Anchors {
  private effects = 0;
  private readonly stepCounts = new Map<string, number>();
  private readonly atEffects: { readonly nth: number; readonly inject: Inject }[] = [];
  private readonly atSteps: { readonly step: string; readonly nth: number; readonly inject: Inject }[] = [];

  onEffect(nth: number, inject: Inject): void {
    this.atEffects.push({ nth, inject });
  }

  onStep(step: string, nth: number, inject: Inject): void {
    this.atSteps.push({ step, nth, inject });
  }

  /** Counts an effect that is about to be performed. Returns whether a fault happened. */
  beforeEffect(_effect: Effect, _task: RunningTask): boolean {
    const nth = ++this.effects;
    let isInjected = false;
    for (const anchor of this.atEffects) {
      if (anchor.nth !== nth) continue;
      anchor.inject();
      isInjected = true;
    }
    return isInjected;
  }

  /** User code has read a clock. No effect reports this. */
  read(): void {}

  /** This task enters user code. */
  entered(_task: RunningTask): void {}

  /** The user code waits again, and its requests have begun. */
  rested(): void {}

  /** Whether no fault waits any more, so that effects need not be reported to the host. */
  get isSpent(): boolean {
    return this.atSteps.length === 0 && this.atEffects.every(({ nth }) => nth <= this.effects);
  }

  atStep(step: string): void {
    const nth = (this.stepCounts.get(step) ?? 0) + 1;
    this.stepCounts.set(step, nth);
    for (const anchor of this.atSteps) if (anchor.step === step && anchor.nth === nth) anchor.inject();
  }
}

/** Counts requests to one process, from one client or from any, before or after they are sent. */
export class RequestAnchors {
  private readonly anchors: {
    readonly to: ProcessId;
    readonly from: ProcessId | null;
    readonly side: 'before' | 'after';
    readonly nth: number;
    count: number;
    readonly inject: Inject;
  }[] = [];

  add(anchor: { to: ProcessId; from: ProcessId | null; side: 'before' | 'after'; nth: number; inject: Inject }): void {
    this.anchors.push({ ...anchor, count: 0 });
  }

  /** Counts a request that is about to be sent, or has just been sent. */
  pass(side: 'before' | 'after', from: ProcessId, to: ProcessId): void {
    for (const anchor of this.anchors) {
      if (anchor.side !== side || anchor.to !== to || (anchor.from !== null && anchor.from !== from)) continue;
      if (++anchor.count === anchor.nth) anchor.inject();
    }
  }
}
