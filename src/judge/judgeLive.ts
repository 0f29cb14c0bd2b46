/** From the trace of a live run to a verdict: what its machine was late by is weighed too. Simulated runs need no such thing. */
import type { Trace } from '../model/trace';
import type { Verdict } from '../model/verdict';
import { whyDoubtful } from './chain/doubtful';
import { type Doubting, judge } from './judge';
import { doubtOf } from './lateMachine';

/** As `judge`. */
export const judgeLive = (trace: Trace): Verdict => judge(trace, doubting);

const doubting: Doubting = (evidence, outcome, found) => {
  const doubt = doubtOf(evidence, outcome, found);
  return doubt === null ? null : whyDoubtful(evidence, doubt, outcome);
};
