/** A run with all the places before effects of its clients. It is slower, since each effect is handed up. */
import type { RunRegistry } from '../faults/program';
import type { Effect } from '../model/effect';
import type { ProcessId, Scenario } from '../model/scenario';
import { type Instant, instant } from '../model/time';
import type { Trace } from '../model/trace';
import { Anchors } from './anchors';
import { ClientHost } from './clientHost';
import { eventCountMax, happeningCountMax, Simulation } from './simulate';

/** The place before an effect of a client, where a fault can be anchored. */
export interface EffectPlace {
  readonly process: ProcessId;
  /** Counted from 1. */
  readonly nth: number;
  readonly at: Instant;
  /** How many events the trace has by then. */
  readonly seq: number;
  /** How often the client has looked at a clock by then. No event tells what it read. */
  readonly readings: number;
}

export interface Surveyed {
  readonly trace: Trace;
  /** In the order in which they were performed. */
  readonly effects: readonly EffectPlace[];
}

export function survey(scenario: Scenario, registry: RunRegistry): Surveyed {
  const run = new Simulation(scenario, registry);
  const { world } = run;
  const effects: EffectPlace[] = [];
  for (const host of world.machines) {
    if (!(host instanceof ClientHost)) continue;
    host.anchors = new WatchedAnchors(host.anchors, (place) =>
      effects.push({ process: host.id, at: instant(world.now), seq: world.trace.count, ...place }),
    );
  }
  return { trace: run.finish(run.goOn(eventCountMax, happeningCountMax) ?? 'bound'), effects };
}

/** Tells of each effect, and leaves what strikes there to the anchors of the run itself. */
class WatchedAnchors extends Anchors {
  private nth = 0;
  private readings = 0;

  constructor(
    private readonly own: Anchors | null,
    private readonly watch: (place: Pick<EffectPlace, 'nth' | 'readings'>) => void,
  ) {
    super();
  }

  override beforeEffect(effect: Effect): boolean {
    this.watch({ nth: ++this.nth, readings: this.readings });
    if (effect.kind === 'now' || effect.kind === 'mono') this.readings++;
    return this.own?.beforeEffect(effect) ?? false;
  }

  override get isSpent(): boolean {
    return false;
  }

  override atStep(step: string): void {
    this.own?.atStep(step);
  }
}
