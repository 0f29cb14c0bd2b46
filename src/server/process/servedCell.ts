/**
 * The cell of one process of the resource as a transaction has read it, served as the simulator serves its own. What is told is
 * kept until the transaction has committed.
 */
import { cellServer, type KeptCell, newCell } from '../../model/cellServer';
import type { ResourceServer } from '../../model/resource';
import type { ProcessId } from '../../model/scenario';
import type { LiveEvent, LiveTell, MessageName } from '../liveEvent';
import { nanosNow } from '../nanos';
import type { CellRow } from './cellStore';
import { type Reporter, teller } from './teller';

/** One for each process of the resource: requests see the same cell, one transaction after the other. */
export class ServedCell {
  private readonly at: KeptCell<ProcessId>;
  private readonly tell: LiveTell;
  private untold: LiveEvent[] = [];

  constructor(
    /** What the check keeps beside the cell: the same object for ever. */
    kept: unknown,
    private readonly reporter: Reporter,
    /** The processes of the run, in the order of the trace. */
    private readonly processes: readonly ProcessId[],
  ) {
    this.at = newCell(kept);
    this.tell = teller({ me: reporter.me, report: (event) => this.untold.push(event) });
  }

  /** Takes in what the transaction has read. */
  load({ value, version, token, owner, markedBy, kept }: CellRow): void {
    const { at } = this;
    Object.assign(at.cell, { value, version, token, owner });
    at.markedBy = markedBy;
    if (typeof at.kept === 'object' && at.kept !== null) Object.assign(at.kept, JSON.parse(kept));
    this.untold = [];
  }

  /** What the transaction is to write. */
  save(): CellRow {
    const { cell, markedBy, kept } = this.at;
    return { ...cell, markedBy, kept: keptText(kept) };
  }

  /** What is to be told when the transaction has committed, and not before. */
  takeUntold(): readonly (() => void)[] {
    const { report } = this.reporter;
    return this.untold.splice(0).map((event) => () => report({ ...event, stampNanos: nanosNow() }));
  }

  serverFor<S>(settings: S, client: ProcessId, message: MessageName): ResourceServer<S> {
    const { at, tell, processes } = this;
    const { me } = this.reporter;
    const numberOf = (process: ProcessId): number => processes.indexOf(process);
    return cellServer({ at, settings, me, tell, numberOf }, { client, peer: client, message });
  }
}

/** What a check keeps, as the database has it. */
export const keptText = (kept: unknown): string => JSON.stringify(kept ?? null);
