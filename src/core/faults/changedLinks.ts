/** Changes links for a while and changes them back. A cut and a slow link share this. */
import type { OnLink } from '../model/fault';
import { fromMs, type Ms } from '../model/time';
import { after, ended, type Strike, struck, type Undo, undo } from './order';

export function* changedLinks(fault: OnLink & { readonly for: Ms | 'ever' }, change: Strike<Undo>): Strike {
  const [first] = fault.from;
  yield* struck(first);
  const back = yield* change;
  if (fault.for === 'ever') return;
  yield* after(fromMs(fault.for));
  yield* undo(back);
  yield* ended(first);
}

export const endsOf = ({ from, to }: OnLink): Pick<OnLink, 'from' | 'to'> => ({ from, to });
