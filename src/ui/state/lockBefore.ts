/** Which locks a scenario had before its present one. It is noted for a scenario, so undo finds it. */
import { type Before, nothingBefore } from '../../model/before';
import type { Scenario } from '../../model/scenario';

const known = new WeakMap<Scenario, Before>();

/** The locks that a scenario had before its present one. */
export const beforeOf = (scenario: Scenario): Before => known.get(scenario) ?? nothingBefore;

export const isKnownBefore = (scenario: Scenario): boolean => known.has(scenario);

/** Says so for a scenario that is about to be committed. Otherwise it follows from the one that it replaces. */
export const setBefore = (scenario: Scenario, before: Before): WeakMap<Scenario, Before> => known.set(scenario, before);
