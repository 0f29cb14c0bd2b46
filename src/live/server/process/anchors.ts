/**
 * Faults that wait for a place in a live process' own code, or for one of its own requests. They are counted as the
 * simulator counts them.
 */
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Anchor } from './contract';

export class LiveAnchors {
  private readonly counts = new Map<Anchor, number>();
  private effects = 0;

  /**
   * @param inject is called in the middle of the code, and may not return.
   * @param reportEffects gets the number of effects so far, while an anchor waits for one.
   */
  constructor(
    private readonly anchors: readonly Anchor[],
    private readonly inject: (anchor: Anchor) => void,
    private readonly reportEffects: (count: number) => void = () => {},
  ) {}

  /** Whether any anchor waits for an effect. Effects are counted only then. */
  get countsEffects(): boolean {
    return this.anchors.some(({ kind }) => kind === 'effect');
  }

  atEffect(): void {
    const nth = ++this.effects;
    const waiting = this.anchors.filter((anchor) => anchor.kind === 'effect' && anchor.nth >= nth);
    if (waiting.length > 0) this.reportEffects(nth);
    for (const anchor of waiting) if (anchor.nth === nth) this.inject(anchor);
  }

  atStep(step: string): void {
    for (const anchor of this.anchors) if (anchor.kind === 'step' && anchor.step === step) this.count(anchor);
  }

  /** @param to the process that answers, which may have replaced the one that was asked. */
  atRequest(side: 'before' | 'after', to: ProcessId): void {
    for (const anchor of this.anchors)
      if (anchor.kind === 'request' && anchor.side === side && anchor.to === to) this.count(anchor);
  }

  private count(anchor: Anchor): void {
    const nth = (this.counts.get(anchor) ?? 0) + 1;
    this.counts.set(anchor, nth);
    if (nth === anchor.nth) this.inject(anchor);
  }
}
