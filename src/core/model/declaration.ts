/** What a client declares about its own lock, told in the columns of the trace, and the numbers of its holds. */
import { type Declaration, type Hold, reasons } from './effect';
import type { Tell } from './tell';

/** Declarations are about the client's own lock, so they name no process and no message. */
type TellOwn = Pick<
  Tell<never, never>,
  'acquiring' | 'refused' | 'acquired' | 'extended' | 'releasing' | 'released' | 'lockLost' | 'stopped' | 'finished'
>;

/** Makes the numbers of holds unique in a run: the process' own count, and the number of the process. */
export interface HoldNumbers {
  /** How many holds its earlier lives have begun. */
  readonly before: number;
  readonly index: number;
  readonly processCount: number;
}

/** The declarations of one process, one after the other. */
export class Declarations {
  private count: number;
  private hold: Hold = -1;

  constructor(
    private readonly tell: TellOwn,
    private readonly numbers: HoldNumbers,
  ) {
    this.count = numbers.before;
  }

  /** Tells a declaration. Returns the number of the hold, a new one for `acquiring`. */
  declare(declaration: Declaration): Hold {
    const { index, processCount } = this.numbers;
    if (declaration.mark === 'acquiring') this.hold = this.count++ * processCount + index;
    return tellDeclaration(this.tell, declaration, this.hold);
  }
}

/**
 * @param hold the number that `acquiring` opens.
 * @returns the hold that the declaration is about.
 */
export function tellDeclaration(tell: TellOwn, d: Declaration, hold: Hold): Hold {
  switch (d.mark) {
    case 'acquiring':
      tell.acquiring(hold);
      return hold;
    case 'refused':
      tell.refused(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'acquired':
      tell.acquired(d.hold, d.validFor, d.token ?? -1, d.shared ? 1 : 0);
      return d.hold;
    case 'extended':
      tell.extended(d.hold, d.validFor);
      return d.hold;
    case 'releasing':
      tell.releasing(d.hold);
      return d.hold;
    case 'released':
      tell.released(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'lost':
      tell.lockLost(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'stopped':
      tell.stopped(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'finished':
      tell.finished(d.round, d.ok === 'skipped' ? 2 : d.ok ? 1 : 0);
      return hold;
    default:
      throw new Error(`No such mark: ${JSON.stringify(d satisfies never)}.`);
  }
}
