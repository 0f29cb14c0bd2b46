/**
 * Turns the trace of a live run into a verdict. It also weighs how late the machine was, which a simulated run never
 * is.
 */
import type { Trace } from '../model/trace';
import type { Verdict } from '../model/verdict';
import { whyDoubtful } from './chain/doubtful';
import { judge } from './judge';
import { doubtOf } from './lateMachine';
import type { Doubting } from './verdictOf';

/** As `judge`, for live runs. */
export const judgeLive = (trace: Trace): Verdict => judge(trace, doubting);

const doubting: Doubting = (evidence, outcome, found) => {
  const doubt = doubtOf(evidence, outcome, found);
  return doubt === null ? null : whyDoubtful(evidence, doubt, outcome);
};
