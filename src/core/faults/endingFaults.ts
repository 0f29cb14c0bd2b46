/** The length of a fault that is healed at an instant. Kinds with a length share this. */
import { type Instant, type Ms, toMs } from '../model/values/time';

/** Exact to the microsecond. A fault that is over by then keeps its length. */
export const lengthUntilEnd = (length: Ms | 'ever' | 'never', struck: Instant, at: Instant): Ms =>
  Math.min(typeof length === 'number' ? length : Number.POSITIVE_INFINITY, toMs(at - struck));
