/** The scenario in which a reader's lock runs: two clients that want to change one number, and the faults. */

import type { SharedCode } from '../../core/model/links/codeLink';
import { sameJson } from '../../core/model/scenario/patch';
import type { Choice, Scenario } from '../../core/model/scenario/scenario';
import { attackScenario } from '../../sandbox/own/attackScenario';
import type { OwnSettings } from '../../sandbox/own/ownCalls';
import { ownCheckId } from '../../sandbox/own/ownCheck';
import type { Guard } from './ownCode';

/** The faults of the run: none, one pause of client 1 while it works, or what an attack has found. */
export type Faults =
  | { readonly kind: 'calm' | 'pause' }
  | {
      readonly kind: 'found';
      readonly title: string;
      readonly scenario: Scenario;
      /** The id of the broken lock with this smallest break. Absent: it comes from an attack or a link. */
      readonly brokenLock?: string;
    };

interface Asked {
  readonly settings: OwnSettings;
  readonly guard: Guard;
  readonly faults: Faults;
}

/** A run on screen, whose faults may have been dragged. */
export interface ShownOwn extends Asked {
  readonly scenario: Scenario;
}

/** @param visibleRun the run on screen: its dragged faults are kept. Null: there is no run yet. */
export function ownScenario(choices: Asked, visibleRun: ShownOwn | null): Scenario {
  const fresh = freshScenario(choices);
  if (visibleRun === null || visibleRun.faults !== choices.faults) return fresh;
  const isDragged = !sameJson(visibleRun.scenario.faults, freshScenario(visibleRun).faults);
  if (!isDragged) return fresh;
  const { harm: _, ...world } = fresh;
  return { ...world, faults: visibleRun.scenario.faults };
}

/** The faults as a link carries them: after a drag, those of the run on screen. */
export function faultsToShare(faults: Faults, visibleRun: ShownOwn | null): SharedCode['faults'] {
  const isOfThese = visibleRun !== null && visibleRun.faults === faults;
  if (faults.kind === 'found') return isOfThese ? visibleRun.scenario : faults.scenario;
  const isDragged = isOfThese && !sameJson(visibleRun.scenario.faults, freshScenario(visibleRun).faults);
  return isDragged ? visibleRun.scenario : faults.kind;
}

/** The scenario without faults, with which an attack begins. */
export const faultlessScenario = (choices: Omit<Asked, 'faults'>): Scenario =>
  freshScenario({ ...choices, faults: { kind: 'calm' } });

function freshScenario({ settings, guard, faults }: Asked): Scenario {
  const storage: Choice = { id: guard === 'version' ? 'version' : guard === 'own' ? ownCheckId : 'no-check' };
  if (faults.kind === 'found') return { ...attackScenario(settings, faults.scenario), storage };
  const world = attackScenario(settings);
  const faultsOf = faults.kind === 'pause' ? { pause: pauseBeyond(settings.ttl, world) } : {};
  return { ...world, storage, faults: faultsOf };
}

/** While client 1 works, for longer than its lock lives, and until the other client has asked again. */
const pauseBeyond = (ttl: number, { settings: { think } }: Scenario): Scenario['faults'][string] => ({
  kind: 'pause',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
  process: 'client1',
  for: ttl + Math.max(750, 2 * think),
});
