/** Changes links for a while and changes them back. A cut and a slow link share this. */
import type { OnLink } from '../model/scenario/fault';
import { fromMs, type Ms } from '../model/values/time';
import { ended, type Injection, reportInjected, type Undo, undo, waitOrEnd } from './order';

export function* changedLinks(fault: OnLink & { readonly for: Ms | 'ever' }, change: Injection<Undo>): Injection {
  const [first] = fault.from;
  yield* reportInjected(first);
  const back = yield* change;
  if (fault.for === 'ever') return;
  yield* waitOrEnd(fromMs(fault.for));
  yield* undo(back);
  yield* ended(first);
}

export const endsOf = ({ from, to }: OnLink): Pick<OnLink, 'from' | 'to'> => ({ from, to });
