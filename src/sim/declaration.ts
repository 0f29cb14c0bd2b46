/** Writes what a client declares about its own lock into the trace. */
import { type Declaration, reasons } from '../model/effect';
import { kindNumber } from '../model/trace';
import type { World } from './world';

const kinds = kindNumber;

/** Returns the hold that the declaration is about; `hold` is the one that `acquiring` opens. */
export function writeDeclaration({ trace, now }: World, process: number, d: Declaration, hold: number): number {
  switch (d.mark) {
    case 'acquiring':
      trace.write(now, kinds.acquiring, process, hold);
      return hold;
    case 'refused':
      trace.write(now, kinds.refused, process, d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'acquired':
      trace.write(now, kinds.acquired, process, d.hold, d.validFor, d.token ?? -1, d.shared ? 1 : 0);
      return d.hold;
    case 'extended':
      trace.write(now, kinds.extended, process, d.hold, d.validFor);
      return d.hold;
    case 'releasing':
      trace.write(now, kinds.releasing, process, d.hold);
      return d.hold;
    case 'released':
      trace.write(now, kinds.released, process, d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'lost':
      trace.write(now, kinds.lockLost, process, d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'finished':
      trace.write(now, kinds.finished, process, d.round, d.ok ? 1 : 0);
      return hold;
    default:
      throw new Error(`No such mark: ${JSON.stringify(d satisfies never)}.`);
  }
}
