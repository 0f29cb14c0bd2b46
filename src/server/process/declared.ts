/** What a client declares about its own lock, as an event of a live run: the same columns that the simulator writes. */
import { type Declaration, type Hold, reasons } from '../../model/effect';
import type { Tell } from './report';

/** @returns the hold that the declaration is about; `hold` is the one that `acquiring` opens. */
export function tellDeclaration(tell: Tell, d: Declaration, hold: Hold): Hold {
  switch (d.mark) {
    case 'acquiring':
      tell('acquiring', { hold });
      return hold;
    case 'refused':
      tell('refused', { hold: d.hold, reason: reasons.indexOf(d.reason) });
      return d.hold;
    case 'acquired':
      tell('acquired', { hold: d.hold, validFor: d.validFor, token: d.token ?? -1, shared: d.shared ? 1 : 0 });
      return d.hold;
    case 'extended':
      tell('extended', { hold: d.hold, validFor: d.validFor });
      return d.hold;
    case 'releasing':
      tell('releasing', { hold: d.hold });
      return d.hold;
    case 'released':
      tell('released', { hold: d.hold, reason: reasons.indexOf(d.reason) });
      return d.hold;
    case 'lost':
      tell('lockLost', { hold: d.hold, reason: reasons.indexOf(d.reason) });
      return d.hold;
    case 'finished':
      tell('finished', { round: d.round, ok: d.ok ? 1 : 0 });
      return hold;
    default:
      throw new Error(`No such mark: ${JSON.stringify(d satisfies never)}.`);
  }
}
