/** Writes what a client declares about its own lock to the trace, and numbers its holds. */
import { type Declaration, type Hold, reasons } from '../effects/effect';
import type { EventWriter } from './eventWriters';

/** Declarations are about the client's own lock, so they name no process and no message. */
type RecordOwn = Pick<
  EventWriter<never, never>,
  'acquiring' | 'refused' | 'acquired' | 'extended' | 'releasing' | 'released' | 'lockLost' | 'stopped' | 'finished'
>;

/** Makes the numbers of holds unique in a run: they combine the process' own count with the number of the process. */
export interface HoldNumbers {
  /** How many holds began in its earlier lives. */
  readonly before: number;
  readonly index: number;
  readonly processCount: number;
}

/** The declarations of one process, in order. */
export class Declarations {
  private count: number;
  private hold: Hold = -1;

  constructor(
    private readonly record: RecordOwn,
    private readonly numbers: HoldNumbers,
  ) {
    this.count = numbers.before;
  }

  /** Reports a declaration. Returns the number of the hold, a new one for `acquiring`. */
  declare(declaration: Declaration): Hold {
    const { index, processCount } = this.numbers;
    if (declaration.mark === 'acquiring') this.hold = this.count++ * processCount + index;
    return recordDeclaration(this.record, declaration, this.hold);
  }
}

/**
 * @param hold the number that `acquiring` opens.
 * @returns the hold that the declaration is about.
 */
export function recordDeclaration(record: RecordOwn, d: Declaration, hold: Hold): Hold {
  switch (d.mark) {
    case 'acquiring':
      record.acquiring(hold);
      return hold;
    case 'refused':
      record.refused(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'acquired':
      record.acquired(d.hold, d.validFor, d.token ?? -1, d.shared ? 1 : 0);
      return d.hold;
    case 'extended':
      record.extended(d.hold, d.validFor);
      return d.hold;
    case 'releasing':
      record.releasing(d.hold);
      return d.hold;
    case 'released':
      record.released(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'lost':
      record.lockLost(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'stopped':
      record.stopped(d.hold, reasons.indexOf(d.reason));
      return d.hold;
    case 'finished':
      record.finished(d.round, d.ok === 'skipped' ? 2 : d.ok ? 1 : 0);
      return hold;
    default:
      throw new Error(`No such mark: ${JSON.stringify(d satisfies never)}.`);
  }
}
