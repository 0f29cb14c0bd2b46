/**
 * The judge of a page. What tells of harm is there at once. The chain of a run that held or stands still is loaded when
 * there is such a run, or when the page is at rest; until then only its end is told. All else in a verdict is the same.
 */
import type { Trace } from '../model/trace';
import type { Verdict } from '../model/verdict';
import { stepsAtOnce } from './chain/atOnce';
import { chainOf as endOf } from './chain/end';
import type { stepsLater } from './chain/noHarm';
import { arrange } from './chain/step';
import { type TellChain, verdictOf } from './verdictOf';

const loaded: { later?: typeof stepsLater } = {};

const tellChain: TellChain = (evidence, outcome, found) => {
  const steps = stepsAtOnce(evidence, outcome, found) ?? loaded.later?.(evidence, outcome, found);
  return steps === undefined ? endOf(evidence, outcome) : arrange(steps);
};

/** Judges with the rules that are there. */
export const judgeOnDemand = (trace: Trace): Verdict => verdictOf(trace, tellChain);

/** Whether the chain is told by rules that are loaded. */
export const isToldLater = ({ outcome, unknownBecause }: Verdict): boolean =>
  outcome === 'unknown' ? unknownBecause === 'short' : outcome !== 'lost-update' && outcome !== 'overlap';

/** From here on, these rules tell the other chains. */
export const knowRules = (later: typeof stepsLater): void => {
  loaded.later = later;
};
