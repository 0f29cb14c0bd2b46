/** Faults that wait for a place in the code or on the wire, and the counts that tell when they strike. */
import type { Effect } from '../model/effect';
import type { ProcessId } from '../model/scenario';

type Strike = () => void;

/** Counts the steps and effects of one process. */
export class Anchors {
  private effects = 0;
  private readonly stepCounts = new Map<string, number>();
  private readonly atEffects: { readonly nth: number; readonly strike: Strike }[] = [];
  private readonly atSteps: { readonly step: string; readonly nth: number; readonly strike: Strike }[] = [];

  onEffect(nth: number, strike: Strike): void {
    this.atEffects.push({ nth, strike });
  }

  onStep(step: string, nth: number, strike: Strike): void {
    this.atSteps.push({ step, nth, strike });
  }

  /** Counts an effect that is about to be performed. Returns true when a fault struck. */
  beforeEffect(_effect: Effect): boolean {
    const nth = ++this.effects;
    let struck = false;
    for (const anchor of this.atEffects) {
      if (anchor.nth !== nth) continue;
      anchor.strike();
      struck = true;
    }
    return struck;
  }

  /** Code that is no program has looked at a clock. No effect tells of it. */
  read(): void {}

  /** Whether nothing waits any more, so that effects need not be handed up. */
  get isSpent(): boolean {
    return this.atSteps.length === 0 && this.atEffects.every(({ nth }) => nth <= this.effects);
  }

  atStep(step: string): void {
    const nth = (this.stepCounts.get(step) ?? 0) + 1;
    this.stepCounts.set(step, nth);
    for (const anchor of this.atSteps) if (anchor.step === step && anchor.nth === nth) anchor.strike();
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
    readonly strike: Strike;
  }[] = [];

  add(anchor: { to: ProcessId; from: ProcessId | null; side: 'before' | 'after'; nth: number; strike: Strike }): void {
    this.anchors.push({ ...anchor, count: 0 });
  }

  /** Counts a request that is about to be sent, or has just been sent. */
  pass(side: 'before' | 'after', from: ProcessId, to: ProcessId): void {
    for (const anchor of this.anchors) {
      if (anchor.side !== side || anchor.to !== to || (anchor.from !== null && anchor.from !== from)) continue;
      if (++anchor.count === anchor.nth) anchor.strike();
    }
  }
}
