/** Faults that wait for a place in a live process' own code or among its own requests: counted as the simulator counts them. */
import type { ProcessId } from '../../model/scenario';
import type { Anchor } from './contract';

export class LiveAnchors {
  private readonly counts = new Map<Anchor, number>();

  /** @param strike is called in the midst of the code, and may not return. */
  constructor(
    private readonly anchors: readonly Anchor[],
    private readonly strike: (anchor: Anchor) => void,
  ) {}

  atStep(step: string): void {
    for (const anchor of this.anchors) if (anchor.kind === 'step' && anchor.step === step) this.count(anchor);
  }

  /** @param to who answers for the process that was asked. */
  atRequest(side: 'before' | 'after', to: ProcessId): void {
    for (const anchor of this.anchors)
      if (anchor.kind === 'request' && anchor.side === side && anchor.to === to) this.count(anchor);
  }

  private count(anchor: Anchor): void {
    const nth = (this.counts.get(anchor) ?? 0) + 1;
    this.counts.set(anchor, nth);
    if (nth === anchor.nth) this.strike(anchor);
  }
}
