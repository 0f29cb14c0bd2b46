/** The judge, with all its rules. */
import type { Trace } from '../model/trace';
import type { Verdict } from '../model/verdict';
import { chainOf } from './chain/chain';
import { type Doubting, verdictOf } from './verdictOf';

/** Pure: the same trace gives the same verdict. `doubting` is that of `verdictOf`. */
export const judge = (trace: Trace, doubting?: Doubting): Verdict => verdictOf(trace, chainOf, doubting);
