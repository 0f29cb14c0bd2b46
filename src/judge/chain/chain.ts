/**
 * Chooses the rules that tell why a run came to its outcome. Each outcome has its own rules. They work for any run,
 * with a story's text or without.
 */
import type { TellChain } from '../verdictOf';
import { stepsAtOnce } from './atOnce';
import { stepsLater } from './noHarm';
import { arrange } from './step';

/** At most seven causes in order of time. The last is the outcome itself. Every cause names events of the trace. */
export const chainOf: TellChain = (evidence, outcome, found) =>
  arrange(stepsAtOnce(evidence, outcome, found) ?? stepsLater(evidence, outcome, found));
