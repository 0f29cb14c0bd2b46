/**
 * A selection belongs to its scenario, and goes and comes with it. The number of an event means another event in another
 * run. A fault or a process that is still there stays selected.
 */
import { processesOfScenario } from '../../model/processes';
import type { Scenario } from '../../model/scenario';
import { type Selection, useCursor } from './cursor';
import { currentLive } from './live';
import { currentParts } from './parts';
import { useScenario } from './scenario';

/** What was selected in a scenario when another one came. */
const known = new WeakMap<Scenario, { readonly selection: Selection | null }>();

useScenario.subscribe(({ committed }, { committed: before }) => {
  if (committed === before) return;
  const { selection, select } = useCursor.getState();
  known.set(before, { selection });
  const there = known.get(committed);
  if (there !== undefined) select(there.selection);
  else if (selection !== null && !isIn(committed, selection)) select(null);
});

function isIn(scenario: Scenario, selection: Selection): boolean {
  switch (selection.kind) {
    case 'fault':
      return Object.hasOwn(scenario.faults, selection.name);
    case 'process':
      return processesOfScenario(scenario, currentParts()).includes(selection.id);
    case 'event':
      // A run on real Redis stays on screen until it is run again.
      return currentLive() !== null;
  }
  return selection satisfies never;
}
